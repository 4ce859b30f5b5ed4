package sci

import (
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/quantity"
)

// Kind is this kind of network.
type Kind struct{}

// Name is its name in machine files.
func (Kind) Name() string { return "sci" }

// Sections are its sections there.
func (Kind) Sections() fabric.Sections { return new(Sections) }

// Sections are the sections of a machine file that this kind of network has. Config describes the parameters.
type Sections struct {
	Torus      TorusSection      `toml:"torus"`
	Ring       RingSection       `toml:"ring"`
	Controller ControllerSection `toml:"controller"`
	BLink      BLinkSection      `toml:"blink"`
	PCI        PCISection        `toml:"pci"`
	Bridge     BridgeSection     `toml:"bridge"`
	DMA        DMASection        `toml:"dma"`
	Driver     DriverSection     `toml:"driver"`
}

// TorusSection is how nodes are connected.
type TorusSection struct {
	Size []int `toml:"size"`
}

// RingSection is the rings.
type RingSection struct {
	Link     quantity.Rate     `toml:"link"`
	Hop      quantity.Duration `toml:"hop"`
	Request  quantity.Size     `toml:"request"`
	Response quantity.Size     `toml:"response"`
	Echo     quantity.Size     `toml:"echo"`
	Repeat   quantity.Duration `toml:"repeat"`
	Lead     quantity.Size     `toml:"lead"`
}

// ControllerSection is the link controllers.
type ControllerSection struct {
	Accept    quantity.Duration `toml:"accept"`
	Requests  int               `toml:"requests"`
	Responses int               `toml:"responses"`
}

// BLinkSection is the bus of an adapter.
type BLinkSection struct {
	Rate quantity.Rate `toml:"rate"`
	Wrap quantity.Size `toml:"wrap"`
}

// PCISection is the bus of a node.
type PCISection struct {
	Rate   quantity.Rate     `toml:"rate"`
	Setup  quantity.Duration `toml:"setup"`
	Fetch  quantity.Duration `toml:"fetch"`
	Host   quantity.Duration `toml:"host"`
	Load   quantity.Duration `toml:"load"`
	Word   quantity.Size     `toml:"word"`
	Buffer quantity.Size     `toml:"buffer"`
	Memory quantity.Duration `toml:"memory"`
}

// BridgeSection is the bridge between PCI and SCI.
type BridgeSection struct {
	Latency quantity.Duration `toml:"latency"`
	Streams int               `toml:"streams"`
	Stream  quantity.Size     `toml:"stream"`
	Flush   quantity.Duration `toml:"flush"`
	Inbound int               `toml:"inbound"`
	Page    quantity.Size     `toml:"page"`
	Entries int               `toml:"entries"`
}

// DMASection is the DMA engine.
type DMASection struct {
	Setup quantity.Duration `toml:"setup"`
	Part  quantity.Duration `toml:"part"`
	End   quantity.Duration `toml:"end"`
}

// DriverSection is the driver.
type DriverSection struct {
	Header    quantity.Size     `toml:"header"`
	Queue     int               `toml:"queue"`
	Interrupt quantity.Duration `toml:"interrupt"`
	Segment   quantity.Size     `toml:"segment"`
}

// config is the parameters of a network for a job on so many nodes.
func (s *Sections) config(h *fabric.Host, nodes int) (Config, error) {
	if len(s.Torus.Size) != 2 {
		return Config{}, fabric.Wrong("torus.size", "has %d entries, not two: x, y", len(s.Torus.Size))
	}
	r, p, b, d := &s.Ring, &s.PCI, &s.Bridge, &s.Driver
	c := Config{
		Nodes: nodes, X: s.Torus.Size[0], Y: s.Torus.Size[1],
		Ring: Ring{
			Link: r.Link.Rate, Hop: r.Hop.Time, Request: r.Request.Bytes, Response: r.Response.Bytes, Echo: r.Echo.Bytes, Repeat: r.Repeat.Time, Lead: r.Lead.Bytes,
		},
		Controller: Controller{s.Controller.Accept.Time, s.Controller.Requests, s.Controller.Responses},
		BLink:      BLink{s.BLink.Rate.Rate, s.BLink.Wrap.Bytes},
		PCI: PCI{
			Rate: p.Rate.Rate, Setup: p.Setup.Time, Fetch: p.Fetch.Time, Host: p.Host.Time, Load: p.Load.Time, Word: p.Word.Bytes, Buffer: p.Buffer.Bytes,
			Memory: p.Memory.Time,
		},
		Bridge: Bridge{
			Latency: b.Latency.Time, Streams: b.Streams, Stream: b.Stream.Bytes, Flush: b.Flush.Time, Inbound: b.Inbound, Page: b.Page.Bytes, Entries: b.Entries,
		},
		DMA: DMA{s.DMA.Setup.Time, s.DMA.Part.Time, s.DMA.End.Time},
		Driver: Driver{
			Header: d.Header.Bytes, Queue: d.Queue, Interrupt: d.Interrupt.Time, Segment: d.Segment.Bytes,
			Match: h.Match.Time, Entry: h.Entry.Time, Event: h.Event.Time, Copy: h.Copy.Time, Send: h.Send.Time, Unlink: h.Unlink.Time,
		},
	}
	return c, c.Check()
}

// Check validates the values.
func (s *Sections) Check(h *fabric.Host) error {
	_, err := s.config(h, 1)
	return err
}

// Costs are those of a library behind a trap: the driver.
func (*Sections) Costs(h *fabric.Host) fabric.Costs { return h.Costs() }

// packetBytes is the largest packet of a library that cuts its messages itself.
const packetBytes = 8 << 10

// Packets are messages of the driver, which receives them in its interrupt.
func (*Sections) Packets(int) fabric.Packets { return fabric.Packets{Bytes: packetBytes} }

// Build makes the adapters and the rings.
func (s *Sections) Build(site fabric.Site) (fabric.Network, error) {
	c, err := s.config(site.Host, site.Nodes)
	if err != nil {
		return nil, err
	}
	n, err := New(site.Kernel, c)
	if err != nil {
		return nil, err
	}
	return n, nil
}
