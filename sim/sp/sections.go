package sp

import (
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/quantity"
)

// Kind is this kind of network.
type Kind struct{}

// Name is its name in machine files.
func (Kind) Name() string { return "sp" }

// Sections are its sections there.
func (Kind) Sections() fabric.Sections { return new(Sections) }

// Sections are the sections of a machine file that this kind of network has.
type Sections struct {
	Switch  SwitchSection  `toml:"switch"`
	Adapter AdapterSection `toml:"adapter"`
	Loss    LossSection    `toml:"loss"`
}

// SwitchSection is the switch.
type SwitchSection struct {
	Link quantity.Rate     `toml:"link"`
	Chip quantity.Duration `toml:"chip"`
}

// AdapterSection is the adapter.
type AdapterSection struct {
	Packet      quantity.Size     `toml:"packet"`
	Read        quantity.Rate     `toml:"read"`
	Write       quantity.Rate     `toml:"write"`
	Send        quantity.Duration `toml:"send"`
	Receive     quantity.Duration `toml:"receive"`
	SendFIFO    int               `toml:"send_fifo"`
	ReceiveFIFO int               `toml:"receive_fifo"`
	Interrupt   quantity.Duration `toml:"interrupt"`
}

// LossSection is what goes wrong.
type LossSection struct {
	Seed   uint64  `toml:"seed"`
	Packet float64 `toml:"packet"`
}

// Check validates the values.
func (s *Sections) Check(*fabric.Host) error {
	for _, n := range []struct {
		key   string
		count int
	}{
		{"adapter.send_fifo", s.Adapter.SendFIFO}, {"adapter.receive_fifo", s.Adapter.ReceiveFIFO},
	} {
		if n.count < 1 {
			return fabric.Wrong(n.key, "is %d: at least 1", n.count)
		}
	}
	if !(s.Loss.Packet >= 0 && s.Loss.Packet < 1) { // a NaN is neither
		return fabric.Wrong("loss.packet", "is %v: it is a probability, from 0 to less than 1", s.Loss.Packet)
	}
	return nil
}

// Costs are those of the job's own barrier.
func (*Sections) Costs(h *fabric.Host) fabric.Costs { return h.Costs() }

// Packets are lost where there is no space for them. The receive FIFO has space for packets of each node.
func (s *Sections) Packets(nodes int) fabric.Packets {
	a := &s.Adapter
	return fabric.Packets{Bytes: a.Packet.Bytes, Parameter: "adapter.packet", FIFO: a.ReceiveFIFO * nodes, Lossy: true, Interrupt: a.Interrupt.Time, Only: true}
}

// Build makes the adapters and the switch.
func (s *Sections) Build(site fabric.Site) (fabric.Network, error) {
	a := &s.Adapter
	n, err := New(site.Kernel, Config{
		Nodes: site.Nodes, Link: s.Switch.Link.Rate, Chip: s.Switch.Chip.Time, Read: a.Read.Rate, Write: a.Write.Rate, Send: a.Send.Time, Receive: a.Receive.Time,
		SendFIFO: a.SendFIFO, Loss: s.Loss.Packet, Seed: s.Loss.Seed,
	})
	if err != nil {
		return nil, fabric.Wrong("adapter", "%v", err)
	}
	return n, nil
}
