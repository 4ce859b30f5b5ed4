package seastar

import (
	"fmt"

	"gasnetgo/sim/fabric"
	"gasnetgo/sim/quantity"
	"gasnetgo/sim/topo"
)

// Kind is this kind of network.
type Kind struct{}

// Name is its name in machine files.
func (Kind) Name() string { return "seastar" }

// Sections are its sections there.
func (Kind) Sections() fabric.Sections { return new(Sections) }

// Sections are the sections of a machine file that this kind of network has.
type Sections struct {
	Topology TopologySection `toml:"topology"`
	NIC      NICSection      `toml:"nic"`
	Firmware FirmwareSection `toml:"firmware"`
	Faults   FaultsSection   `toml:"faults"`
}

// TopologySection is the wires.
type TopologySection struct {
	Size   []int             `toml:"size"` // x, y, z; 0 is as many as the job needs
	Wrap   []bool            `toml:"wrap"` // x, y, z
	Link   quantity.Rate     `toml:"link"`
	Hop    quantity.Duration `toml:"hop"`
	Packet quantity.Size     `toml:"packet"`
	Buffer quantity.Size     `toml:"buffer"`
}

// NICSection is the network interface's hardware.
type NICSection struct {
	Mode            string            `toml:"mode"`
	Inline          quantity.Size     `toml:"inline"`
	FIFO            quantity.Size     `toml:"fifo"`
	ReceiveFIFO     quantity.Size     `toml:"receive_fifo"`
	Read            quantity.Duration `toml:"read"`
	Transmit        quantity.Rate     `toml:"transmit"`
	Deposit         quantity.Rate     `toml:"deposit"`
	Interrupt       quantity.Duration `toml:"interrupt"`
	InterruptReturn float64           `toml:"interrupt_return"`
	Streams         int               `toml:"streams"`
	Sources         int               `toml:"sources"`
	TransmitPending int               `toml:"transmit_pending"`
	ReceivePending  int               `toml:"receive_pending"`
	Exhaustion      string            `toml:"exhaustion"`
	Backoff         quantity.Duration `toml:"backoff"`
	RefusalLimit    quantity.Duration `toml:"refusal_limit"`
}

// FirmwareSection is what the NIC's processor takes.
type FirmwareSection struct {
	Poll     quantity.Duration `toml:"poll"`
	Transmit quantity.Duration `toml:"transmit"`
	Sent     quantity.Duration `toml:"sent"`
	Header   quantity.Duration `toml:"header"`
	Receive  quantity.Duration `toml:"receive"`
	Received quantity.Duration `toml:"received"`
	Release  quantity.Duration `toml:"release"`
	Source   quantity.Duration `toml:"source"`
	Match    quantity.Duration `toml:"match"`
	Entry    quantity.Duration `toml:"match_entry"`
}

// FaultsSection is what goes wrong.
type FaultsSection struct {
	Seed   uint64            `toml:"seed"`
	Link   float64           `toml:"link"`
	Retry  quantity.Duration `toml:"retry"`
	Missed float64           `toml:"missed"`
}

// Values of NICSection.Mode.
const (
	generic     = "generic"
	accelerated = "accelerated"
)

// Check validates the values.
func (s *Sections) Check(h *fabric.Host) error {
	if n := len(s.Topology.Size); n != 3 {
		return fabric.Wrong("topology.size", "has %d entries, not three: x, y, z", n)
	}
	if n := len(s.Topology.Wrap); n != 3 {
		return fabric.Wrong("topology.wrap", "has %d entries, not three: x, y, z", n)
	}
	for _, n := range s.Topology.Size {
		if n < 0 {
			return fabric.Wrong("topology.size", "%v: negative", s.Topology.Size)
		}
	}
	if s.NIC.Mode != generic && s.NIC.Mode != accelerated {
		return fabric.Wrong("nic.mode", "is %q, not %q or %q", s.NIC.Mode, generic, accelerated)
	}
	for _, part := range []struct {
		key  string
		of   string
		part float64
	}{
		{"faults.link", "a probability", s.Faults.Link}, {"faults.missed", "a probability", s.Faults.Missed},
		{"nic.interrupt_return", "a part of the interrupt", s.NIC.InterruptReturn},
	} {
		if !(part.part >= 0 && part.part <= 1) { // a NaN is neither
			return fabric.Wrong(part.key, "is %v: it is %s, from 0 to 1", part.part, part.of)
		}
	}
	for _, n := range []struct {
		key   string
		count int
	}{
		{"nic.streams", s.NIC.Streams}, {"nic.sources", s.NIC.Sources},
		{"nic.transmit_pending", s.NIC.TransmitPending}, {"nic.receive_pending", s.NIC.ReceivePending},
	} {
		if n.count < 1 {
			return fabric.Wrong(n.key, "is %d: at least 1", n.count)
		}
	}
	if s.NIC.Exhaustion != GoBackN && s.NIC.Exhaustion != Panic {
		return fabric.Wrong("nic.exhaustion", "is %q, not %q or %q", s.NIC.Exhaustion, GoBackN, Panic)
	}
	c := s.config(h)
	if err := c.Check(); err != nil {
		return fabric.Wrong("nic", "%v", err)
	}
	return nil
}

// Costs are the library's in the program's calls. A process in accelerated mode needs no trap, and does with an event that it finds what the handler does otherwise.
func (s *Sections) Costs(h *fabric.Host) fabric.Costs {
	c := h.Costs()
	if s.NIC.Mode == accelerated {
		c.Call -= h.Trap.Time
		c.Take += h.Event.Time
	}
	return c
}

// packetBytes is how large a packet of a library is that cuts its messages itself. A message of the network may have any length; this one takes as long on the wires as
// what a packet costs elsewhere.
const packetBytes = 8 << 10

// Packets are messages of the network, with all that those cost. In generic mode the host's handler receives them; in accelerated mode the library's thread is interrupted.
// A library sends them again, since a CRC may be wrong.
func (s *Sections) Packets(int) fabric.Packets {
	p := fabric.Packets{Bytes: packetBytes, Lossy: true}
	if s.NIC.Mode == accelerated {
		p.Interrupt = s.NIC.Interrupt.Time
	}
	return p
}

// Build makes the wires and the SeaStars.
func (s *Sections) Build(site fabric.Site) (fabric.Network, error) {
	shape, err := s.shape(site.Nodes)
	if err != nil {
		return nil, err
	}
	t := &s.Topology
	wires, err := topo.New(topo.Config{
		Shape: shape, Bandwidth: t.Link.Rate, Hop: t.Hop.Time, Packet: t.Packet.Bytes, Buffer: t.Buffer.Bytes, Inject: s.NIC.FIFO.Bytes,
		Errors: topo.Errors{Rate: s.Faults.Link, Retry: s.Faults.Retry.Time, Missed: s.Faults.Missed, Seed: s.Faults.Seed},
	})
	if err != nil {
		return nil, fabric.Wrong("topology", "%v", err)
	}
	net, err := New(site.Kernel, s.config(site.Host), wires, site.Fail)
	if err != nil {
		return nil, fabric.Wrong("nic", "%v", err)
	}
	return net, nil
}

func (s *Sections) config(h *fabric.Host) Config {
	n, f := &s.NIC, &s.Firmware
	return Config{
		Accelerated: n.Mode == accelerated,
		Inline:      n.Inline.Bytes, Packet: s.Topology.Packet.Bytes, FIFO: n.FIFO.Bytes, ReceiveFIFO: n.ReceiveFIFO.Bytes,
		ReadLatency: n.Read.Time, TransmitRate: n.Transmit.Rate, DepositRate: n.Deposit.Rate,
		Interrupt: n.Interrupt.Time, InterruptReturn: n.InterruptReturn,
		Streams: n.Streams, Sources: n.Sources, TransmitPending: n.TransmitPending, ReceivePending: n.ReceivePending,
		Exhaustion: n.Exhaustion, Backoff: n.Backoff.Time, RefusalLimit: n.RefusalLimit.Time,
		Host: Host{Match: h.Match.Time, Entry: h.Entry.Time, Event: h.Event.Time, Send: h.Send.Time, Unlink: h.Unlink.Time},
		Firmware: Firmware{
			Poll: f.Poll.Time, Transmit: f.Transmit.Time, Sent: f.Sent.Time, Header: f.Header.Time, Receive: f.Receive.Time,
			Received: f.Received.Time, Release: f.Release.Time, Source: f.Source.Time, Match: f.Match.Time, Entry: f.Entry.Time,
		},
	}
}

// shape is the machine's box, or one that is as close to a cube as possible where the machine leaves that open, with room for so many nodes.
func (s *Sections) shape(nodes int) (topo.Shape, error) {
	size := s.Topology.Size
	side := [3]int(size)
	for {
		room, grow := 1, -1
		for d, n := range size {
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
			return topo.Shape{}, fabric.Wrong("topology.size", "%v has %d nodes, but the job needs %d", size, room, nodes)
		}
		side[grow]++
	}
	shape := topo.Shape{X: side[0], Y: side[1], Z: side[2], Wrap: [3]bool(s.Topology.Wrap)}
	if err := shape.Check(); err != nil {
		return shape, fmt.Errorf("topology: %w", err)
	}
	return shape, nil
}
