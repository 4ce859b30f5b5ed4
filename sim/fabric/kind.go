package fabric

import (
	"fmt"

	"gasnetgo/sim"
	"gasnetgo/sim/quantity"
)

// Kind is a kind of network, as machine files know it.
type Kind interface {
	// Name is what a machine file calls it: network = "NAME".
	Name() string

	// Sections are the kind's sections of a machine file, without values: a pointer to a struct that has a struct for each section, whose fields are the
	// parameters, all with their names as toml tags. Several kinds may have sections of the same name: a
	// text's sections are those of its kind of network.
	Sections() Sections
}

// Sections are what a machine file says of a network.
type Sections interface {
	// Check returns an error if values are invalid: a *ParameterError, if it is about one parameter.
	Check(h *Host) error

	// Costs are what Portals takes on a machine with this network, and the job's own barrier.
	Costs(h *Host) Costs

	// Packets are what packets are like on this network, for a job on so many nodes.
	Packets(nodes int) Packets

	// Build makes a network at rest.
	Build(s Site) (Network, error)
}

// Site is where a network is built.
type Site struct {
	Kernel *sim.Kernel
	Host   *Host
	Nodes  int                        // that it needs at least
	Fail   func(node int, why string) // ends the simulation: a node has panicked
}

// Host is a machine file's section of a node's CPUs: what software costs there.
type Host struct {
	Trap   quantity.Duration `toml:"trap"`
	Call   quantity.Duration `toml:"call"`
	Send   quantity.Duration `toml:"send"`
	Look   quantity.Duration `toml:"look"`
	Take   quantity.Duration `toml:"take"`
	Match  quantity.Duration `toml:"match"`
	Entry  quantity.Duration `toml:"match_entry"`
	Event  quantity.Duration `toml:"event"`
	Make   quantity.Duration `toml:"make"`
	Unlink quantity.Duration `toml:"unlink"`
	Pin    quantity.Duration `toml:"pin"`
	Idle   quantity.Duration `toml:"idle"`
	Clock  quantity.Duration `toml:"clock"`
	Copy   quantity.Duration `toml:"copy"`
	Slice  quantity.Duration `toml:"slice"`

	Frequency quantity.Frequency `toml:"frequency"` // of the time stamp counter
}

// Costs are those of a library behind a trap.
func (h *Host) Costs() Costs {
	return Costs{
		Call: h.Trap.Time + h.Call.Time, Look: h.Look.Time, Take: h.Take.Time, Send: h.Send.Time,
		Make: h.Make.Time, Unlink: h.Unlink.Time, Pin: h.Pin.Time, Idle: h.Idle.Time, Clock: h.Clock.Time,
		Copy: h.Copy.Time,
	}
}

// ParameterError is an invalid parameter: "nic.mode" "is ...".
type ParameterError struct{ Key, Why string }

// Wrong makes a ParameterError.
func Wrong(key, format string, args ...any) error {
	return &ParameterError{key, fmt.Sprintf(format, args...)}
}

func (e *ParameterError) Error() string { return e.Key + " " + e.Why }
