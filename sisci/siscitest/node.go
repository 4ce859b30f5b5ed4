package siscitest

import (
	"fmt"
	"slices"

	"gasnetgo/internal/memory"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// Node is a node of a ring.
type Node struct {
	*client.Driver
	Counts Counts

	ring   *Ring
	number int
	inbox  []arrived
	dead   []uint32         // nodes whose deaths it is to notice
	lost   map[uintptr]bool // maps that have lost stores
}

type arrived struct {
	from   uint32
	packet *sisci.Packet
}

// Counts is what a node's processor has done.
type Counts struct {
	Stores    int    // calls of Store
	Copies    int    // of SCIMemCpy
	Transfers int    // by DMA
	Checks    int    // of sequences
	Packets   int    // sent
	Loads     int    // of own segments, with swaps
	Bytes     uint64 // of stores and copies
}

// machine is a node as its driver sees it.
type machine Node

var _ client.Machine = (*machine)(nil)

func (m *machine) id() uint32 { return ID(m.number) }

func (m *machine) yield() {
	if y := m.ring.Yield; y != nil {
		y(m.number)
	}
}

func (m *machine) Reach(node uint32) sisci.Code {
	if i := number(node); node%4 != 0 || i < 0 || i >= len(m.ring.Nodes) {
		return sisci.NoSuchNode
	}
	return sisci.OK
}

// Notice has the node notice that another one has died.
func (n *Node) Notice(dead int) {
	n.dead = append(n.dead, ID(dead))
	if err := n.Serve(); err != nil {
		panic(err)
	}
}

func (m *machine) Lost() []uint32 {
	dead := m.dead
	m.dead = nil
	return dead
}

func (m *machine) Send(to uint32, p *sisci.Packet) bool {
	m.Counts.Packets++
	pair := [2]int{m.number, number(to)}
	m.ring.packets[pair] = append(m.ring.packets[pair], p)
	return true
}

func (m *machine) Poll(handle func(from uint32, p *sisci.Packet)) (bool, error) {
	if len(m.inbox) == 0 {
		return false, nil
	}
	a := m.inbox[0]
	m.inbox = m.inbox[1:]
	handle(a.from, a.packet)
	return true, nil
}

// Copy stores what the processor copies, and leaves transfers to Step.
func (m *machine) Copy(c sisci.Copy) (sisci.Code, bool) {
	if c.DMA {
		m.Counts.Transfers++
		m.ring.copies = append(m.ring.copies, sending{m.number, c})
		return sisci.OK, false
	}
	m.Counts.Copies++
	m.Counts.Bytes += c.Bytes
	to := area{c.To.Node, c.To.Key}
	if to.node == m.id() {
		copy(m.ring.place(c.To, c.Bytes), m.ring.place(c.From, c.Bytes))
		return sisci.OK, true
	}
	for at, mapped := range m.ring.maps {
		if mapped.node == m.number && mapped.area == to {
			m.ring.begin(at, mapped, c.To.Offset, m.ring.place(c.From, c.Bytes))
			return sisci.OK, true
		}
	}
	panic("a copy to memory that is not mapped")
}

// Engine: Step ends transfers.
func (m *machine) Engine() bool { return true }

// The ring has no threads, and its clients remember nothing.
func (m *machine) Begin(bool)    {}
func (m *machine) Changed(bool)  {}
func (m *machine) Stamp() uint32 { return 0 }
func (m *machine) Leave()        {}

func (m *machine) Direct(uintptr) bool { return false }
func (m *machine) Stale()              {}

const page = 4096 // bytes

func (m *machine) Allocate(bytes uint64) (uint64, sisci.Code) {
	b := memory.Room(int(bytes) + page)
	b = b[-memory.Address(b)&(page-1):][:bytes]
	for i := range b {
		b[i] = 0xee // the content is undefined
	}
	return m.add(b)
}

func (m *machine) Register(at uintptr, bytes uint64) (uint64, sisci.Code) {
	return m.add(memory.Bytes(at, bytes))
}

func (*machine) Expose(uint64) {}

func (m *machine) add(b []byte) (uint64, sisci.Code) {
	m.ring.last++
	m.ring.memory[area{m.id(), m.ring.last}] = b
	return m.ring.last, sisci.OK
}

// Map is the memory itself for a segment of this node, and no memory for others: a client that accessed it would crash.
func (m *machine) Map(want sisci.Mapping) (uintptr, sisci.Code) {
	a := area{want.Node, want.Key}
	b := m.ring.bytes(a)
	if want.Offset+want.Bytes > uint64(len(b)) {
		panic(fmt.Sprintf("map of bytes %d to %d of %d", want.Offset, want.Offset+want.Bytes, len(b)))
	}
	if want.Node == m.id() {
		return memory.Address(b[want.Offset:]), sisci.OK
	}
	m.ring.last++
	at := firstMap + uintptr(m.ring.last)*mapBytes
	m.ring.maps[at] = mapping{m.number, a, want}
	return at, sisci.OK
}

func (m *machine) Unmap(at uintptr, _ uint64) { delete(m.ring.maps, at) }

func (m *machine) Free(key uint64) {
	a := area{m.id(), key}
	m.ring.bytes(a)
	for _, other := range m.ring.maps {
		if other.area == a {
			panic("frees memory that is mapped")
		}
	}
	for _, c := range m.ring.copies {
		for _, p := range []sisci.Place{c.copy.From, c.copy.To} {
			if (area{p.Node, p.Key}) == a {
				panic("frees memory that is being copied")
			}
		}
	}
	m.ring.stores = slices.DeleteFunc(m.ring.stores, func(s Store) bool { return ID(s.To) == a.node && s.Key == a.key })
	delete(m.ring.memory, a)
}

func (m *machine) Wait(why string, cond func() bool) {
	for !cond() {
		if !m.ring.Step() {
			panic("nothing is in progress that could end " + why)
		}
	}
}
