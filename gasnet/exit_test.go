package gasnet_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet"
	"gasnetgo/internal/knob"
)

func TestExitWait(t *testing.T) {
	for _, c := range []struct {
		env         map[string]string
		ranks       int
		fine, after float64 // seconds without and with a failure
	}{
		{nil, 2, 10.5, 1},
		{nil, 100, 20, 1},
		{map[string]string{knob.GASNetExitMax: "300"}, 100, 35, 1},
		{map[string]string{knob.GASNetExitMin: "2"}, 4, 3, 1},
		{map[string]string{knob.GASNetExitMin: "0", knob.GASNetExitFactor: "1/8"}, 4, 0.5, 0.5},
		{map[string]string{knob.GASNetExit: "5", knob.GASNetExitMax: "1"}, 4, 5, 1},
		{map[string]string{knob.GASNetExit: "5"}, 4, 5, 5},
		{map[string]string{knob.GASNetExit: "1/2", knob.GASNetExitMax: "0"}, 4, 0.5, 0.5},
		{map[string]string{knob.GASNetExit: "0"}, 4, 0, 0},
		{map[string]string{knob.GASNetExit: "2147483646"}, 4, 2147483646, 20}, // of a client that never wants to be hurried
		{map[string]string{knob.GASNetExit: "1e300"}, 4, 9e9, 20},
	} {
		w, err := gasnet.ReadExitWait(knob.Read(func(name string) (string, bool) { text, ok := c.env[name]; return text, ok }))
		require.NoError(t, err)
		assert.Equal(t, c.fine, w.Seconds(c.ranks, false), "%v", c.env)
		assert.Equal(t, c.after, w.Seconds(c.ranks, true), "%v", c.env)
	}
	_, err := gasnet.ReadExitWait(knob.Read(func(name string) (string, bool) { return "soon", name == knob.GASNetExitFactor }))
	assert.ErrorContains(t, err, `GASNET_EXITTIMEOUT_FACTOR = "soon": not a number`)
}
