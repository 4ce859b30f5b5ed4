package sci

import (
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
)

// Config is the parameters of a network.
type Config struct {
	Nodes int // that it needs at least
	X, Y  int // nodes of a ring in x and in y; Y 0: as many as needed, at least 2. A ring of one node is none

	Ring       Ring
	Controller Controller
	BLink      BLink
	PCI        PCI
	Bridge     Bridge
	DMA        DMA
	Driver     Driver
}

// Ring is the links and packets of rings.
type Ring struct {
	Link     sim.Rate // of a link
	Hop      sim.Time // from the output of a node to that of the next one, for the first byte
	Request  uint64   // bytes of a request besides its payload, with the idle symbols behind it
	Response uint64   // of a response
	Echo     uint64   // of an echo
	Repeat   sim.Time // that a source waits before it sends again what was refused
	Lead     uint64   // bytes of another node that pass a node that waits to send, before it has the other one stop
}

// Controller is a link controller: a node has one on each of its rings.
type Controller struct {
	Accept    sim.Time // for each packet that it takes off the ring: the least time between two
	Requests  int      // that it has space for, in each direction
	Responses int      // the same
}

// BLink is the bus between the link controllers and the bridge of an adapter.
type BLink struct {
	Rate sim.Rate
	Wrap uint64 // bytes around a packet
}

// PCI is the bus between the bridge and the host, and the host behind it.
type PCI struct {
	Rate   sim.Rate
	Setup  sim.Time // of a transaction, besides its bytes
	Fetch  sim.Time // of one that reads memory of the host
	Host   sim.Time // a store's way through the host to the bus
	Load   sim.Time // of the processor for a word that the bridge has
	Word   uint64   // bytes that the host stores in a transaction, and that a load returns
	Buffer uint64   // of the processor, which stores what it has gathered without a break
	Memory sim.Time // from the bus to memory, where processors see it
}

// Bridge is the bridge between PCI and SCI.
type Bridge struct {
	Latency sim.Time // of a packet, in each direction
	Streams int      // requests without response
	Stream  uint64   // bytes of a stream buffer, which are a packet's payload
	Flush   sim.Time // after which a stream is sent that nothing is stored into
	Inbound int      // requests of other nodes that it has space for
	Page    uint64   // bytes that an entry of the address translation table maps
	Entries int      // of the table
}

// DMA is the bridge's DMA engine.
type DMA struct {
	Setup sim.Time // from the call to the first packet
	Part  sim.Time // of each part of a transfer: its descriptor
	End   sim.Time // from the last response to the notice of the end
}

// Driver is the messages of the driver.
type Driver struct {
	Header    uint64   // bytes of a message besides its payload
	Queue     int      // messages that wait to be sent
	Interrupt sim.Time // of the target's processor, for each message
	Segment   uint64   // largest memory that can be exported; 0: any

	// In the handler of the interrupt, besides.
	Match, Entry, Event sim.Time // of a message; each match entry that it passes but the first; its end
	Copy                sim.Time // of a byte of payload
	Send, Unlink        sim.Time // of an answer; of an object that the message has used up
}

// smallest is the payload of a request that carries selected bytes.
const smallest = 16

// largest is the most that a stream may hold.
const largest = 256

// most nodes of a ring.
const mostNodes = 1 << 10

// Check returns an error, which names the parameter as machine files do, if values are invalid.
func (c *Config) Check() error {
	for _, n := range []struct {
		key   string
		count int
	}{
		{"controller.requests", c.Controller.Requests}, {"controller.responses", c.Controller.Responses}, {"bridge.streams", c.Bridge.Streams},
		{"bridge.inbound", c.Bridge.Inbound}, {"bridge.entries", c.Bridge.Entries}, {"driver.queue", c.Driver.Queue},
	} {
		if n.count < 1 {
			return fabric.Wrong(n.key, "is %d: at least 1", n.count)
		}
	}
	if c.X < 1 || c.Y < 0 || c.X > mostNodes || c.Y > mostNodes {
		return fabric.Wrong("torus.size", "is [%d, %d]: nodes of a ring in x, from 1 to %d, and in y, from 0, which is as many as needed", c.X, c.Y, mostNodes)
	}
	if c.Ring.Hop <= 0 {
		return fabric.Wrong("ring.hop", "is 0: a link takes time")
	}
	for _, b := range []struct {
		key                string
		bytes, least, most uint64
	}{
		{"bridge.stream", c.Bridge.Stream, smallest, largest}, {"pci.buffer", c.PCI.Buffer, 1, largest}, {"pci.word", c.PCI.Word, 1, c.PCI.Buffer},
		{"bridge.page", c.Bridge.Page, 1, 1 << 40},
	} {
		if b.bytes < b.least || b.bytes > b.most || b.bytes&(b.bytes-1) != 0 {
			return fabric.Wrong(b.key, "is %d bytes, not a power of 2 from %d to %d", b.bytes, b.least, b.most)
		}
	}
	if least := min(c.Ring.Request, c.Ring.Response, c.Ring.Echo); least == 0 {
		return fabric.Wrong("ring.echo", "is %d bytes, ring.request %d, ring.response %d: packets have bytes", c.Ring.Echo, c.Ring.Request, c.Ring.Response)
	}
	return nil
}
