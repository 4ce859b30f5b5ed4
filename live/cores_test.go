package live

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOversubscribed(t *testing.T) {
	on := func(boot byte, mask uint64) cores { return cores{Boot: [16]byte{boot}, Mask: [16]uint64{0, mask}} }
	for name, c := range map[string]struct {
		all  []cores
		want []bool // by rank
	}{
		"a core each":                         {[]cores{on(1, 1), on(1, 2)}, []bool{false, false}},
		"one core for two":                    {[]cores{on(1, 1), on(1, 1)}, []bool{true, true}},
		"two machines":                        {[]cores{on(1, 1), on(2, 1)}, []bool{false, false}},
		"as many ranks as cores":              {[]cores{on(1, 3), on(1, 3)}, []bool{false, false}},
		"2 + 2 ranks on two cores":            {[]cores{on(1, 3), on(1, 3), on(1, 3), on(1, 3)}, []bool{true, true, true, true}},
		"one core that another may leave":     {[]cores{on(1, 1), on(1, 3)}, []bool{false, false}},
		"sharing through a third":             {[]cores{on(1, 1), on(1, 2), on(1, 3), on(1, 4)}, []bool{true, true, true, false}},
		"oversubscription of some cores only": {[]cores{on(1, 1), on(1, 1), on(1, 2)}, []bool{true, true, false}},
		"cores that the kernel did not say":   {[]cores{{}, {}, on(1, 1)}, []bool{false, false, false}},
	} {
		for rank, want := range c.want {
			assert.Equal(t, want, oversubscribed(c.all, rank), "%s: rank %d", name, rank)
		}
	}
	assert.NotZero(t, myCores())
}
