package job

import (
	"fmt"

	"gasnetgo/sim/world"
)

// Besider is a rank's part of an API that threads of the library may call, too.
type Besider interface {
	// Beside makes the part of a thread.
	Beside(thread *Rank) any
}

// Start has the program's side run a function on a further stack of a rank: Config.Start.
func (j *Job) Start(r *Rank, fn, arg uintptr) error {
	if j.Config.Start == nil {
		return fmt.Errorf("no threads of the library in this job")
	}
	return j.Config.Start(r, fn, arg)
}

// Beside adds a thread of the library to a rank: body runs from now on, and interrupts the rank's own work when it spends time. Only APIs whose parts are Besiders can be called on it.
func (j *Job) Beside(r *Rank, body func(thread *Rank)) {
	t := &Rank{PacketsOnly: r.PacketsOnly}
	t.Rank = j.World.Beside(r.Rank, func(*world.Rank) { body(t) })
	t.Port = j.Fabric.Aside(t.Rank)
	for id, part := range r.APIs {
		if b, ok := part.(Besider); ok {
			t.APIs[id] = b.Beside(t)
		}
	}
}
