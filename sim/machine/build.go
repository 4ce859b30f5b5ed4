package machine

import (
	"fmt"

	"gasnetgo/sim"
	"gasnetgo/sim/ideal"
	"gasnetgo/sim/nal"
	"gasnetgo/sim/seastar"
	"gasnetgo/sim/topo"
)

// Built is a machine that stands, with a job of so many ranks on it.
type Built struct {
	Fabric  nal.Fabric
	Costs   nal.Costs
	Nodes   []int            // of the ranks
	SeaStar *seastar.Network // nil unless the network is one
}

// Config is the job for nal.NewJob.
func (b *Built) Config() nal.Config {
	return nal.Config{Fabric: b.Fabric, Costs: b.Costs, Nodes: b.Nodes}
}

// Build sets up a machine that has room for a job. fail is called when a node panics.
func (m *Machine) Build(k *sim.Kernel, ranks int, fail func(node int, why string)) (*Built, error) {
	b := &Built{Costs: m.costs(), Nodes: make([]int, ranks)}
	for r := range b.Nodes {
		b.Nodes[r] = r / m.Nodes.Ranks
	}
	if m.Network == "ideal" {
		b.Fabric = ideal.New(k)
		return b, nil
	}
	shape, err := m.shape((ranks + m.Nodes.Ranks - 1) / m.Nodes.Ranks)
	if err != nil {
		return nil, err
	}
	wires, err := topo.New(topo.Config{
		Shape: shape, Bandwidth: m.Topology.Link.Rate, Hop: m.Topology.Hop.Time, Packet: m.Topology.Packet.Bytes,
		Errors: topo.Errors{Rate: m.Faults.Link, Retry: m.Faults.Retry.Time, Missed: m.Faults.Missed, Seed: m.Faults.Seed},
	})
	if err != nil {
		return nil, m.wrong("topology", "%v", err)
	}
	if b.SeaStar, err = seastar.New(k, m.seastar(), wires, fail); err != nil {
		return nil, m.wrong("nic", "%v", err)
	}
	b.Fabric = b.SeaStar
	return b, nil
}

// costs are the library's in the program's calls. A process in accelerated mode needs no trap, and does in its look at a queue what the handler
// does otherwise.
func (m *Machine) costs() nal.Costs {
	c := nal.Costs{
		Call: m.Host.Trap.Time + m.Host.Call.Time, Look: m.Host.Look.Time, Send: m.Host.Send.Time,
		Make: m.Host.Make.Time, Unlink: m.Host.Unlink.Time,
	}
	if m.NIC.Mode == "accelerated" {
		c.Call -= m.Host.Trap.Time
		c.Look += m.Host.Event.Time
	}
	return c
}

func (m *Machine) seastar() seastar.Config {
	n, f, h := &m.NIC, &m.Firmware, &m.Host
	return seastar.Config{
		Accelerated: n.Mode == "accelerated",
		Inline:      n.Inline.Bytes, Packet: m.Topology.Packet.Bytes, FIFO: n.FIFO.Bytes,
		ReadLatency: n.Read.Time, TransmitRate: n.Transmit.Rate, DepositRate: n.Deposit.Rate,
		Interrupt: n.Interrupt.Time, InterruptReturn: n.InterruptReturn,
		Streams: n.Streams, Sources: n.Sources, TransmitPending: n.TransmitPending, ReceivePending: n.ReceivePending,
		Exhaustion: n.Exhaustion, Backoff: n.Backoff.Time,
		Host: seastar.Host{Match: h.Match.Time, Event: h.Event.Time, Send: h.Send.Time, Unlink: h.Unlink.Time},
		Firmware: seastar.Firmware{
			Poll: f.Poll.Time, Transmit: f.Transmit.Time, Sent: f.Sent.Time, Header: f.Header.Time, Receive: f.Receive.Time,
			Received: f.Received.Time, Release: f.Release.Time, Source: f.Source.Time, Match: f.Match.Time,
		},
	}
}

// shape is the machine's box, or one that is as near to a cube as possible where the machine leaves that open, with room for so many nodes.
func (m *Machine) shape(nodes int) (topo.Shape, error) {
	side := [3]int(m.Topology.Size)
	for {
		room, grow := 1, -1
		for d, n := range m.Topology.Size {
			side[d] = max(side[d], 1)
			room *= side[d]
			if n == 0 && (grow < 0 || side[d] < side[grow]) {
				grow = d
			}
		}
		if room >= nodes {
			break
		}
		if grow < 0 {
			return topo.Shape{}, m.wrong("topology.size", "%v has %d nodes, but the job needs %d", m.Topology.Size, room, nodes)
		}
		side[grow]++
	}
	s := topo.Shape{X: side[0], Y: side[1], Z: side[2], Wrap: [3]bool(m.Topology.Wrap)}
	if err := s.Check(); err != nil {
		return s, fmt.Errorf("%w: topology: %w", ErrMachine, err)
	}
	return s, nil
}
