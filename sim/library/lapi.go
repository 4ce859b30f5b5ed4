package library

import (
	"gasnetgo/sim"
	"gasnetgo/sim/fabric"
	"gasnetgo/sim/quantity"
)

// LAPIName is the name of LAPI's section.
const LAPIName = "lapi"

// LAPISection is what LAPI costs, and what its packets are like: section [lapi] of a machine file.
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

// LAPI is its protocol on a machine. Times are of the CPU.
type LAPI struct {
	Packet uint64 // bytes of a packet on the wires, with its header
	Header uint64 // bytes of its header
	Pieces int    // of memory that a packet may name
	User   uint64 // most bytes of a user header
	Whole  bool   // a user header is part of what a packet carries, beside its data

	Copy     uint64 // up to how many bytes a message is copied when it is made
	Window   int    // packets to one task that are not acknowledged; 0: as lapi/client has it
	AckEvery int    // packets after which one acknowledges unasked; 0: as lapi/client has it
	FIFO     int    // packets that have arrived and that the library has not dealt with; more are lost. 0: any number

	Lossy   bool     // packets may have to be sent again
	Timeout sim.Time // after which

	Call       sim.Time // an operation that the program begins: arguments, state
	Get        sim.Time // one that waits for an answer, besides
	Out        sim.Time // a packet that is given to the adapter
	OutByte    float64  // ps for a byte of data that is copied into it
	In         sim.Time // a packet that is taken from the adapter
	InByte     float64  // ps for a byte of data that is copied out of it
	Ack        sim.Time // an acknowledgement, in place of Out or In
	Look       sim.Time // a poll for packets when there are none; until a wait notices one
	Counter    sim.Time // a poll of a counter
	Interrupt  sim.Time // until the library's thread deals with a packet that no thread polls for
	Handler    sim.Time // calling a header handler, and what comes back
	Completion sim.Time // until the thread of completion handlers runs one
	Slice      sim.Time // of a thread of the library, after which the program runs for as long, if it computes; a machine without one has host.slice
}

// What a packet has besides its header.
const (
	pieces   = 4  // of memory that it may name
	leastFor = 64 // bytes of data and user header
	userLess = 48 // the message's own header, of a packet that has the user's: handler, length, counters. The paper says that about 900 bytes are left
	mostUser = 1024
)

// Check returns an error if values are invalid for a network with packets p: a *fabric.ParameterError.
func (s *LAPISection) Check(p fabric.Packets) error {
	for _, n := range []struct {
		key   string
		count int
	}{{"lapi.window", s.Window}, {"lapi.ack_every", s.AckEvery}} {
		if n.count < 1 {
			return fabric.Wrong(n.key, "is %d: at least 1", n.count)
		}
	}
	switch {
	case p.Bytes >= s.Header.Bytes+leastFor:
	case p.Parameter == "":
		return fabric.Wrong("lapi.header", "is %d bytes, of packets of %d bytes: at most %d", s.Header.Bytes, p.Bytes, p.Bytes-leastFor)
	default:
		return fabric.Wrong(p.Parameter, "is %d bytes, of which the header takes %d: at least %d", p.Bytes, s.Header.Bytes, s.Header.Bytes+leastFor)
	}
	if s.Timeout.Time <= 0 {
		return fabric.Wrong("lapi.timeout", "is 0: packets would be sent again at once")
	}
	return nil
}

// On is the protocol on a network with packets p.
func (s *LAPISection) On(p fabric.Packets) *LAPI {
	perByte := func(r sim.Rate) float64 {
		if r == 0 {
			return 0
		}
		return float64(sim.Second) / float64(r)
	}
	return &LAPI{
		Packet: p.Bytes, Header: s.Header.Bytes, Pieces: pieces, User: min(p.Bytes-s.Header.Bytes-userLess, mostUser) &^ 7, Whole: true,
		Copy: s.Copy.Bytes, Window: s.Window, AckEvery: s.AckEvery, FIFO: p.FIFO, Lossy: p.Lossy, Timeout: s.Timeout.Time,
		Call: s.Call.Time, Get: s.Get.Time, Out: s.Out.Time, In: s.In.Time, OutByte: perByte(s.CopyOut.Rate), InByte: perByte(s.CopyIn.Rate), Ack: s.Ack.Time,
		Look: s.Look.Time, Counter: s.Counter.Time, Interrupt: p.Interrupt, Handler: s.Handler.Time, Completion: s.Completion.Time, Slice: s.Slice.Time,
	}
}

// FreeLAPI is a protocol that costs nothing, on a network that loses nothing.
func FreeLAPI(p fabric.Packets) *LAPI {
	return &LAPI{Packet: p.Bytes, Pieces: 64, User: mostUser, Copy: p.Bytes}
}
