package twintest

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
	p "gasnetgo/portals"
)

// Network carries the messages of processes whose interfaces it has.
type Network interface {
	// Open opens an interface for each process. Those that were open before are closed.
	Open(configs []p.Config) []*p.NI

	// Memory is that of a process: MemoryBytes.
	Memory(i int) []byte

	// Issue calls f with all interfaces locked. send takes over what that of process i has made.
	Issue(i int, f func(send func(o *p.Op)))

	// Settle waits until no message is under way. From then to the next Issue only the caller uses the interfaces.
	Settle()
}

// MemoryBytes is the memory of a process of a Network.
const MemoryBytes = memoryBytes * long

const long = 300 // bytes for one: the longest payloads have 7,200

// mirror has the naive interfaces see the same memory.
func (x *twins) mirror() {
	n := x.nets[1]
	n.prompt = true
	for i := range n.Memory {
		m := x.over.Memory(i)
		for k := range m {
			m[k] = byte(i<<6 | k)
		}
		x.start[i] = memory.Address(m)
		n.Memory[i], n.starts[i] = bytes.Clone(m), x.start[i]
	}
}

// RunOver compares interfaces over a network. Between two comparisons one process issues messages to one other: what they do there is then a matter of their order.
func RunOver(t *testing.T, over Network, processes int) {
	for name, limits := range allLimits {
		for what, scale := range map[string]int{"short": 1, "long": long} {
			t.Run(name+", "+what, func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					x := newTwins(t, limits, over, processes, scale)
					x.play(map[string]func(*rapid.T){"messages": x.series, "more messages": x.series})
				})
			})
		}
	}
}

// series issues messages and waits until all has happened. Long payloads travel beside what is sent after them, and those of a process to itself are taken later.
func (x *twins) series(*rapid.T) {
	i, to, most := x.process(), x.anyone(), 4
	if x.scale > 1 {
		most = 1
		if to == i {
			to = (to + 1) % len(x.mes)
		}
	}
	x.over.Issue(i, func(send func(o *p.Op)) {
		issued := func(i int, real *p.Op, code p.Code, naive *p.Op, want p.Code) {
			require.Equal(x.t, want, code)
			if x.ops(i, i, real, naive) {
				send(real)
				x.nets[1].Issue(i, naive)
				x.nets[1].Sent(0, p.NIOK)
			}
		}
		for range x.number(1, most, "messages") {
			switch rapid.SampledFrom([]string{"put", "put", "get", "getput"}).Draw(x.t, "kind") {
			case "put":
				x.put(i, to, issued)
			case "get":
				x.get(i, to, issued)
			case "getput":
				x.getPut(i, to, issued)
			}
		}
	})
	x.settle()
}
