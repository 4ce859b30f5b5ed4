package siscitest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// Ring is nodes with their drivers, and what is in progress between them. Tests use it from one goroutine at a time.
type Ring struct {
	Nodes []*Node

	// Yield is called before each access of a node's processor to memory. It may call Step; nil: nothing happens meanwhile.
	Yield func(node int)

	// Lose says whether a store is lost; nil: none. Drop is the same for one that no check of a sequence notices.
	Lose, Drop func(s Store) bool

	// Fail says whether a DMA transfer fails; nil: none.
	Fail func(c sisci.Copy) bool

	random  *rand.Rand
	ordered bool
	packets map[[2]int][]*sisci.Packet // by sender and receiver
	stores  []Store
	copies  []sending
	memory  map[area][]byte
	maps    map[uintptr]mapping // of other nodes' segments, and of this one's by SCIMapRemoteSegment
	last    uint64
}

// Store is a store in progress.
type Store struct {
	From, To int     // nodes
	Map      uintptr // where the map begins, at From
	Key      uint64  // of the segment's memory
	Offset   uint64  // in the segment
	Bytes    []byte
}

type sending struct {
	node int
	copy sisci.Copy
}

type area struct {
	node uint32
	key  uint64
}

type mapping struct {
	node int
	area area
	sisci.Mapping
}

// Options are the properties of a ring.
type Options struct {
	Nodes    int
	Ordered  bool   // stores through one map become visible in their order
	DMAAlign uint64 // of offsets and sizes; 0: 1
	Seed     uint64
}

// ID is the SCI id of a node.
func ID(node int) uint32 { return uint32(4 * (node + 1)) }

// number is the node of an id.
func number(id uint32) int { return int(id/4) - 1 }

// New makes a ring.
func New(o Options) *Ring {
	r := &Ring{random: rand.New(rand.NewPCG(o.Seed, 1)), ordered: o.Ordered, packets: map[[2]int][]*sisci.Packet{}, memory: map[area][]byte{}, maps: map[uintptr]mapping{}}
	align := max(o.DMAAlign, 1)
	for i := range o.Nodes {
		n := &Node{ring: r, number: i, lost: map[uintptr]bool{}}
		d, err := client.New(client.Config{Node: ID(i), Machine: (*machine)(n),
			Adapter: sisci.Adapter{Count: 1, SegmentSize: 1, MapOffset: 1, MapSize: 1, CopyOffset: 1, CopySize: 1, DMAOffset: align, DMASize: align, DMABytes: 1 << 19,
				SuggestDMA: 8192, Streams: 16, StreamBytes: 64},
			Limits: sisci.Limits{Objects: 10000, Connections: 1000, Events: 100, Messages: 3, MessageBytes: 16}})
		if err != nil {
			panic(err)
		}
		n.Driver = d
		r.Nodes = append(r.Nodes, n)
	}
	return r
}

// Idle reports whether nothing is in progress.
func (r *Ring) Idle() bool { return len(r.stores) == 0 && len(r.copies) == 0 && len(r.waiting()) == 0 }

// waiting is the pairs of nodes that have packets in progress.
func (r *Ring) waiting() (pairs [][2]int) {
	for pair, all := range r.packets {
		if len(all) > 0 {
			pairs = append(pairs, pair)
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return pairs
}

// Step has one thing arrive, by chance, and reports whether there was one.
func (r *Ring) Step() bool {
	pairs := r.waiting()
	i := len(pairs) + len(r.stores) + len(r.copies)
	if i == 0 {
		return false
	}
	i = r.random.IntN(i)
	switch {
	case i < len(pairs):
		r.packet(pairs[i])
	case i < len(pairs)+len(r.stores):
		r.store(i - len(pairs))
	default:
		r.transfer(i - len(pairs) - len(r.stores))
	}
	return true
}

// packet delivers the oldest packet of a pair, as it is on the wire. The receiver's driver serves it at once.
func (r *Ring) packet(pair [2]int) {
	p := r.packets[pair][0]
	r.packets[pair] = r.packets[pair][1:]
	decoded, err := sisci.Decode(p.Append(nil))
	if err != nil {
		panic(fmt.Sprintf("%v: %+v", err, p))
	}
	to := r.Nodes[pair[1]]
	to.inbox = append(to.inbox, arrived{ID(pair[0]), decoded})
	if err := to.Serve(); err != nil {
		panic(err)
	}
}

// store makes a store visible: if stores are ordered the oldest one of the same map.
func (r *Ring) store(i int) {
	if r.ordered {
		at := r.stores[i].Map
		i = slices.IndexFunc(r.stores, func(s Store) bool { return s.Map == at })
	}
	s := r.stores[i]
	r.stores = slices.Delete(r.stores, i, i+1)
	copy(r.bytes(area{ID(s.To), s.Key})[s.Offset:], s.Bytes)
}

// transfer ends a DMA transfer.
func (r *Ring) transfer(i int) {
	s := r.copies[i]
	r.copies = slices.Delete(r.copies, i, i+1)
	code := sisci.OK
	if r.Fail != nil && r.Fail(s.copy) {
		code = sisci.TransferFailed
	} else {
		copy(r.place(s.copy.To, s.copy.Bytes), r.place(s.copy.From, s.copy.Bytes))
	}
	r.Nodes[s.node].Copied(s.copy.Token, code)
}

// bytes is memory of a segment.
func (r *Ring) bytes(a area) []byte {
	b, ok := r.memory[a]
	if !ok {
		panic("access to memory that has been freed")
	}
	return b
}

// place is bytes that a copy reads or writes.
func (r *Ring) place(p sisci.Place, bytes uint64) []byte {
	if p.Key == 0 {
		return memory.Bytes(uintptr(p.Offset), bytes)
	}
	return r.bytes(area{p.Node, p.Key})[p.Offset : p.Offset+bytes]
}

// Memories is how many segments have memory.
func (r *Ring) Memories() int { return len(r.memory) }
