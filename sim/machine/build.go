package machine

import (
	"cmp"
	"errors"
	"fmt"

	"gasnetgo/sim"
	"gasnetgo/sim/count"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/fault"
	"gasnetgo/sim/library"
)

// Built is a machine that stands, with a job of so many ranks on it.
type Built struct {
	Network fabric.Network
	Costs   fabric.Costs
	Nodes   []int         // of the ranks
	LAPI    *library.LAPI // nil: the machine has none

	PacketsOnly bool // the network carries nothing but packets of LAPI, and the job's own barrier

	Cores int      // of a node, for ranks and threads of programs
	Slice sim.Time // after which one of them gives its core to another that waits for one

	Faults []*fault.Rule // that break the machine

	Frequency uint64         // of the processors, and of their time stamp counter, in hertz
	Weights   *count.Weights // of instructions that programs count; nil: the machine does not say what they cost
}

// Config is the job for fabric.New.
func (b *Built) Config() fabric.Config {
	return fabric.Config{Network: b.Network, Costs: b.Costs, Nodes: b.Nodes}
}

// Device is the network if its parts can be observed, or nil.
func (b *Built) Device() fabric.Device {
	d, _ := b.Network.(fabric.Device)
	return d
}

// Build sets up a machine that has room for a job. fail is called when a node panics.
func (m *Machine) Build(k *sim.Kernel, ranks int, fail func(node int, why string)) (*Built, error) {
	s := m.Sections(m.Network)
	b := &Built{Costs: s.Costs(&m.Host), Nodes: make([]int, ranks), Frequency: m.Host.Frequency.Hz, Cores: m.Nodes.Cores, Slice: m.Host.Slice.Time}
	for r := range b.Nodes {
		b.Nodes[r] = r / m.Nodes.Ranks
	}
	nodes := (ranks + m.Nodes.Ranks - 1) / m.Nodes.Ranks
	packets := s.Packets(nodes)
	b.PacketsOnly = packets.Only
	switch {
	case m.hasLAPI():
		b.LAPI = m.LAPI.On(packets)
	case packets.Free:
		b.LAPI = library.FreeLAPI(packets)
	}
	if b.LAPI != nil {
		b.LAPI.Slice = cmp.Or(b.LAPI.Slice, b.Slice) // polls and pauses take time on every machine, so that every one has threads of LAPI that may always be busy
	}
	if m.HasCPU() {
		b.Weights = m.CPU.Weights(m.Host.Frequency.Hz, float64(m.Host.Copy.Time))
	}
	net, err := s.Build(fabric.Site{Kernel: k, Host: &m.Host, Nodes: nodes, Fail: fail})
	if err != nil {
		return nil, m.explain(err)
	}
	b.Network = net
	b.Faults, err = m.Faults()
	return b, err
}

// explain adds to an error of a network where the machine has its parameter from.
func (m *Machine) explain(err error) error {
	var p *fabric.ParameterError
	if errors.As(err, &p) {
		return m.wrong(p.Key, "%s", p.Why)
	}
	return fmt.Errorf("%w: %w", ErrMachine, err)
}
