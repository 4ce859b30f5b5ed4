package portals_test

import (
	"testing"

	"gasnetgo/portals"
)

var (
	here  = portals.ProcessID{NID: 1, PID: 10}
	there = portals.ProcessID{NID: 2, PID: 20}
	any2  = portals.ProcessID{NID: portals.NIDAny, PID: portals.PIDAny}
)

// memory is a descriptor of some memory that is never looked at.
func memory(eq portals.Handle, options uint32) portals.MD {
	return portals.MD{Start: 0x10000, Length: 1 << 20, Threshold: portals.ThresholdInfinite, Options: options, EQ: eq}
}

// sender has one free descriptor.
func sender(b testing.TB, options uint32) (n *portals.NI, md, eq portals.Handle) {
	n = portals.New(portals.Config{ID: here})
	eq, code := n.EQAlloc(64)
	must(b, code)
	md, code = n.MDBind(memory(eq, options), nil, portals.Retain)
	must(b, code)
	return n, md, eq
}

// receiver has count entries with the given bits and ignore bits on portal 3; the last of them has a descriptor for puts and gets.
func receiver(b testing.TB, count int, bits, ignore func(i int) uint64) (n *portals.NI, eq portals.Handle) {
	n = portals.New(portals.Config{ID: there})
	eq, code := n.EQAlloc(64)
	must(b, code)
	for i := range count {
		me, code := n.MEAttach(3, any2, bits(i), ignore(i), portals.Retain, portals.InsAfter)
		must(b, code)
		_, code = n.MDAttach(me, memory(eq, portals.MDOpPut|portals.MDOpGet|portals.MDManageRemote), nil, portals.Retain)
		must(b, code)
	}
	return n, eq
}

func must(t testing.TB, code portals.Code) {
	if code != portals.OK {
		t.Helper()
		t.Fatal("code", code)
	}
}

func exact(i int) uint64 { return uint64(i) }
func none(int) uint64    { return 0 }

func BenchmarkPutSent(b *testing.B) {
	for _, c := range []struct {
		name    string
		options uint32
	}{{"events", 0}, {"no start", portals.MDEventStartDisable}} {
		b.Run(c.name, func(b *testing.B) {
			n, md, _ := sender(b, c.options)
			to := portals.Target{ID: there, PT: 3, MatchBits: 7}
			b.ReportAllocs()
			for b.Loop() {
				op, _ := n.Put(md, 64, 8, portals.NoAck, to, 5)
				n.Sent(op, portals.NIOK)
				n.Free(op)
			}
		})
	}
}

func BenchmarkArriveDoneGet(b *testing.B) {
	for _, c := range []struct {
		name         string
		count        int
		bits, ignore func(int) uint64
	}{
		{"1 entry", 1, exact, none},
		{"16 entries", 16, exact, none},
		{"1000 entries exact bits", 1000, exact, none},
		{"1000 entries few masks", 1000, exact, func(i int) uint64 { return uint64(1) << (60 + i%4) }},
		{"1000 entries distinct masks", 1000, exact, func(i int) uint64 { return uint64(i+1) << 20 }},
		{"100000 entries exact bits", 100000, exact, none},
	} {
		b.Run(c.name, func(b *testing.B) {
			n, eq := receiver(b, c.count, c.bits, c.ignore)
			h := portals.Header{
				Kind: portals.HPut, PT: 3, MD: 1, Length: 8, MatchBits: c.bits(c.count - 1), Offset: 64,
				From: here, To: there,
			}
			var e portals.Event
			b.ReportAllocs()
			for b.Loop() {
				op := n.Arrive(&h)
				n.Done(op, portals.NIOK)
				n.Free(op)
				n.EQGet(eq, &e)
				n.EQGet(eq, &e)
			}
			if e.Kind != portals.PutEnd {
				b.Fatal(e)
			}
		})
	}
}

// BenchmarkReceive is the life of a posted receive: MEMDPost, a put that uses it up, its events.
func BenchmarkReceive(b *testing.B) {
	for _, posted := range []int{1, 1000} {
		b.Run(map[int]string{1: "1 posted", 1000: "1000 posted"}[posted], func(b *testing.B) {
			n, eq := receiver(b, 1, func(int) uint64 { return 1 << 63 }, none)
			last, code := n.MEAttach(3, any2, 0, 0, portals.Retain, portals.InsAfter)
			must(b, code)
			md := memory(eq, portals.MDOpPut|portals.MDTruncate|portals.MDEventStartDisable)
			md.Threshold = 1
			post := func(i uint64) {
				_, _, code := n.MEMDPost(last, any2, i, 0, portals.UnlinkIt, portals.InsBefore, md, nil, portals.UnlinkIt, eq)
				must(b, code)
			}
			for i := range posted - 1 {
				post(uint64(i))
			}
			h := portals.Header{Kind: portals.HPut, PT: 3, MD: 1, Length: 8, From: here, To: there}
			var e portals.Event
			i := uint64(posted - 1)
			b.ReportAllocs()
			for b.Loop() {
				post(i)
				h.MatchBits = i
				op := n.Arrive(&h)
				n.Done(op, portals.NIOK)
				n.Free(op)
				must(b, n.EQGet(eq, &e))
				i++
			}
		})
	}
}

func BenchmarkHeader(b *testing.B) {
	h := portals.Header{Kind: portals.HPut, PT: 3, MD: 1, Length: 8, MatchBits: 7, Offset: 64}
	var wire [portals.HeaderBytes]byte
	for b.Loop() {
		h.Encode(wire[:])
		if h.Decode(wire[:]) != nil {
			b.Fatal()
		}
	}
}
