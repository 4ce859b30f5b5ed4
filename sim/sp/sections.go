package sp

import (
	"gasnetgo/sim"
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
	LAPI    LAPISection    `toml:"lapi"`
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

// LAPISection is the library.
type LAPISection struct {
	Header     quantity.Size     `toml:"header"`
	Copy       quantity.Size     `toml:"copy"`
	Window     int               `toml:"window"`
	AckEvery   int               `toml:"ack_every"`
	Timeout    quantity.Duration `toml:"timeout"`
	Call       quantity.Duration `toml:"call"`
	Get        quantity.Duration `toml:"get"`
	Out        quantity.Duration `toml:"out"`
	In         quantity.Duration `toml:"in"`
	CopyOut    quantity.Rate     `toml:"copy_out"`
	CopyIn     quantity.Rate     `toml:"copy_in"`
	Ack        quantity.Duration `toml:"ack"`
	Look       quantity.Duration `toml:"look"`
	Counter    quantity.Duration `toml:"counter"`
	Handler    quantity.Duration `toml:"handler"`
	Completion quantity.Duration `toml:"completion"`
	Slice      quantity.Duration `toml:"slice"`
}

// LossSection is what goes wrong.
type LossSection struct {
	Seed   uint64  `toml:"seed"`
	Packet float64 `toml:"packet"`
}

// What a packet has besides its header.
const (
	pieces   = 4  // of memory that it may name
	leastFor = 64 // bytes of data and user header
)

// Check validates the values.
func (s *Sections) Check(*fabric.Host) error {
	for _, n := range []struct {
		key   string
		count int
	}{
		{"adapter.send_fifo", s.Adapter.SendFIFO}, {"adapter.receive_fifo", s.Adapter.ReceiveFIFO}, {"lapi.window", s.LAPI.Window}, {"lapi.ack_every", s.LAPI.AckEvery},
	} {
		if n.count < 1 {
			return fabric.Wrong(n.key, "is %d: at least 1", n.count)
		}
	}
	if !(s.Loss.Packet >= 0 && s.Loss.Packet < 1) { // a NaN is neither
		return fabric.Wrong("loss.packet", "is %v: it is a probability, from 0 to less than 1", s.Loss.Packet)
	}
	if s.Adapter.Packet.Bytes < s.LAPI.Header.Bytes+leastFor {
		return fabric.Wrong("adapter.packet", "is %d bytes, of which the header takes %d: at least %d", s.Adapter.Packet.Bytes, s.LAPI.Header.Bytes, s.LAPI.Header.Bytes+leastFor)
	}
	if s.LAPI.Timeout.Time <= 0 {
		return fabric.Wrong("lapi.timeout", "is 0: packets would be sent again at once")
	}
	return nil
}

// Costs are those of the job's own barrier.
func (*Sections) Costs(h *fabric.Host) fabric.Costs { return h.Costs() }

// Build makes the adapters and the switch.
func (s *Sections) Build(site fabric.Site) (fabric.Network, error) {
	a := &s.Adapter
	n, err := New(site.Kernel, Config{
		Nodes: site.Nodes, Link: s.Switch.Link.Rate, Chip: s.Switch.Chip.Time, Read: a.Read.Rate, Write: a.Write.Rate, Send: a.Send.Time, Receive: a.Receive.Time,
		SendFIFO: a.SendFIFO, Loss: s.Loss.Packet, Seed: s.Loss.Seed,
	}, s.protocol(site.Nodes))
	if err != nil {
		return nil, fabric.Wrong("adapter", "%v", err)
	}
	return n, nil
}

// protocol is LAPI's. The receive FIFO has space for packets of each node.
func (s *Sections) protocol(nodes int) fabric.Protocol {
	a, l := &s.Adapter, &s.LAPI
	perByte := func(r sim.Rate) float64 {
		if r == 0 {
			return 0
		}
		return float64(sim.Second) / float64(r)
	}
	return fabric.Protocol{
		Packet: a.Packet.Bytes, Header: l.Header.Bytes, Pieces: pieces, User: (a.Packet.Bytes - l.Header.Bytes - userLess) &^ 7, Whole: true,
		Copy: l.Copy.Bytes, Window: l.Window, AckEvery: l.AckEvery, FIFO: a.ReceiveFIFO * nodes, Lossy: true, Timeout: l.Timeout.Time,
		Call: l.Call.Time, Get: l.Get.Time, Out: l.Out.Time, In: l.In.Time, OutByte: perByte(l.CopyOut.Rate), InByte: perByte(l.CopyIn.Rate), Ack: l.Ack.Time,
		Look: l.Look.Time, Counter: l.Counter.Time, Interrupt: a.Interrupt.Time, Handler: l.Handler.Time, Completion: l.Completion.Time, Slice: l.Slice.Time,
	}
}

// userLess is what the message's own header takes of the packet that has the user's: handler, length, counters. The paper says that about 900 bytes are left.
const userLess = 48
