package portals

import (
	"testing"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
	"gasnetgo/shmem/transport/transporttest"
)

func TestTransport(t *testing.T) {
	for name, room := range map[string]int{"room": 0, "narrow": 1} {
		t.Run(name, func(t *testing.T) {
			j := &jobs{nets: map[*shmemtest.Job]*testNet{}, room: room}
			transporttest.Run(t, func(r *shmemtest.Rank) shmem.Transport { return j.transport(r) })
		})
	}
}
