package twintest

import (
	"fmt"
	"slices"

	"gasnetgo/sisci"
)

// Version is that of the nodes.
const Version = 7

// Page is the alignment of a Register.
const Page = 4096

// World is nodes, with their processes, and all that is in progress. A method that finds that machines use memory wrongly panics.
type World struct {
	Nodes     []*sisci.Node
	Processes []*sisci.Process // one for each node at first

	Copies []sisci.Copy // that have not been reported
	Calls  []sisci.Call // callbacks that run
	Called []sisci.Call // all callbacks, in their order

	// Manual: Settle leaves copies and callbacks to the test.
	Manual bool

	// Answers that the test may change: of Reach, by node, and of the next calls of Memory.
	Reach                   map[uint32]sisci.Code
	Allocate, Register, Map sisci.Code

	where  map[*sisci.Process]int // its node
	net    map[[2]int][]sisci.Packet
	memory map[area][]byte
	maps   map[*sisci.Process]map[uintptr]area
	Own    map[*sisci.Process][]byte // memory of the program
	keys   uint64
	woken  map[sisci.Wake]bool
}

type area struct {
	node uint32
	key  uint64
}

// Config is what nodes of a World have, but for their id and their network.
func Config() sisci.Config {
	return sisci.Config{Version: Version,
		Adapter: sisci.Adapter{Count: 1, SegmentSize: 1, MapOffset: 1, MapSize: 1, CopyOffset: 1, CopySize: 1, DMAOffset: 1, DMASize: 1, DMABytes: 1 << 19,
			SuggestDMA: 8192, Streams: 16, StreamBytes: 64},
		Limits: sisci.Limits{Objects: 1000, Connections: 100, Events: 100, Messages: 3, MessageBytes: 16}}
}

// ID is the id of a node of a World.
func ID(node int) uint32 { return uint32(4 * (node + 1)) }

// New makes nodes, each with a process that is initialized.
func New(nodes int, c sisci.Config) *World {
	w := &World{woken: map[sisci.Wake]bool{}, Reach: map[uint32]sisci.Code{}, where: map[*sisci.Process]int{}, net: map[[2]int][]sisci.Packet{}, memory: map[area][]byte{},
		maps: map[*sisci.Process]map[uintptr]area{}, Own: map[*sisci.Process][]byte{}}
	for i := range nodes {
		c.Node, c.Network = ID(i), network{w}
		w.Nodes = append(w.Nodes, sisci.NewNode(c))
		w.Start(i, Version).Initialize(0)
	}
	return w
}

// Start makes one more process of a node.
func (w *World) Start(node int, version uint32) *sisci.Process {
	m := &memory{world: w, node: node}
	p := w.Nodes[node].NewProcess(m, version)
	m.process = p
	w.Processes = append(w.Processes, p)
	w.where[p], w.maps[p], w.Own[p] = node, map[uintptr]area{}, make([]byte, 256)
	return p
}

type network struct{ w *World }

func (n network) Reach(node uint32) sisci.Code {
	if code, ok := n.w.Reach[node]; ok {
		return code
	}
	if i := int(node/4) - 1; node%4 != 0 || i < 0 || i >= len(n.w.Nodes) {
		return sisci.NoSuchNode
	}
	return sisci.OK
}

// memory is sisci.Memory of a process.
type memory struct {
	world   *World
	node    int
	process *sisci.Process
}

func once(code *sisci.Code) sisci.Code {
	c := *code
	*code = sisci.OK
	return c
}

func (m *memory) Allocate(bytes uint64) (uint64, sisci.Code) {
	if code := once(&m.world.Allocate); code != sisci.OK {
		return 0, code
	}
	m.world.keys++
	m.world.memory[area{ID(m.node), m.world.keys}] = make([]byte, bytes)
	return m.world.keys, sisci.OK
}

func (m *memory) Register(at uintptr, bytes uint64) (uint64, sisci.Code) {
	if code := once(&m.world.Register); code != sisci.OK {
		return 0, code
	}
	if at%Page != 0 {
		return 0, sisci.IllegalAddress
	}
	return m.Allocate(bytes)
}

func (*memory) Expose(uint64) {}

func (m *memory) Map(want sisci.Mapping) (uintptr, sisci.Code) {
	if code := once(&m.world.Map); code != sisci.OK {
		return 0, code
	}
	a := area{want.Node, want.Key}
	if b := m.world.memory[a]; want.Offset+want.Bytes > uint64(len(b)) {
		panic(fmt.Sprintf("map of bytes %d to %d of %d", want.Offset, want.Offset+want.Bytes, len(b)))
	}
	at := want.At
	if !want.Fixed {
		m.world.keys++
		at = uintptr(m.world.keys) << 20
	}
	m.world.maps[m.process][at] = a
	return at, sisci.OK
}

// bytes are those of a place.
func (w *World) bytes(p *sisci.Process, at sisci.Place, n uint64) []byte {
	if at.Key == 0 {
		return w.Own[p][at.Offset : at.Offset+n]
	}
	b, ok := w.memory[area{at.Node, at.Key}]
	if !ok {
		panic("copy of memory that has been freed")
	}
	return b[at.Offset : at.Offset+n]
}

// Perform carries out effects. Packets wait for Deliver, copies and callbacks for their reports.
func (w *World) Perform() {
	for i, n := range w.Nodes {
		if n == nil {
			continue
		}
		for _, e := range n.Effects() {
			switch e := e.(type) {
			case sisci.Send:
				if to := int(e.To/4) - 1; w.Nodes[to] != nil {
					w.net[[2]int{i, to}] = append(w.net[[2]int{i, to}], *e.Packet)
				}
			case sisci.Copy:
				w.Copies = append(w.Copies, e)
			case sisci.Call:
				for _, c := range w.Calls {
					if c.Process == e.Process && c.Handle == e.Handle {
						panic("two callbacks of a handle run")
					}
				}
				w.Calls, w.Called = append(w.Calls, e), append(w.Called, e)
			case sisci.Wake:
				w.woken[sisci.Wake{Process: e.Process, Ticket: e.Ticket}] = true
			case sisci.Unmap:
				if _, ok := w.maps[e.Process][e.At]; !ok {
					panic("unmaps what is not mapped")
				}
				delete(w.maps[e.Process], e.At)
			case sisci.Free:
				w.free(area{ID(w.where[e.Process]), e.Key})
			}
		}
	}
}

// free frees memory of a segment, which nobody may use any more.
func (w *World) free(a area) {
	if _, ok := w.memory[a]; !ok {
		panic("frees memory that there is not")
	}
	for _, maps := range w.maps {
		for _, m := range maps {
			if m == a {
				panic("frees memory that is mapped")
			}
		}
	}
	for _, c := range w.Copies {
		for _, p := range []sisci.Place{c.From, c.To} {
			if (area{p.Node, p.Key}) == a {
				panic("frees memory that is being copied")
			}
		}
	}
	delete(w.memory, a)
}

// Waiting is the pairs of nodes that packets are between, in order.
func (w *World) Waiting() (pairs [][2]int) {
	for pair, all := range w.net {
		if len(all) > 0 {
			pairs = append(pairs, pair)
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return pairs
}

// Deliver delivers the oldest packet between two nodes, as it is on the wire.
func (w *World) Deliver(pair [2]int) {
	packet := w.net[pair][0]
	w.net[pair] = w.net[pair][1:]
	if n := w.Nodes[pair[1]]; n != nil {
		decoded, err := sisci.Decode(packet.Append(nil))
		if err != nil {
			panic(fmt.Sprintf("%v: %+v", err, packet))
		}
		n.Arrive(ID(pair[0]), decoded)
		w.Perform()
	}
}

// Copy makes a copy and reports it, or reports that it has failed.
func (w *World) Copy(i int, code sisci.Code) {
	c := w.Copies[i]
	w.Copies = slices.Delete(w.Copies, i, i+1)
	if code == sisci.OK {
		copy(w.bytes(c.Process, c.To, c.Bytes), w.bytes(c.Process, c.From, c.Bytes))
	}
	w.Nodes[w.where[c.Process]].Copied(c.Token, code)
	w.Perform()
}

// Return has a callback return.
func (w *World) Return(i int, action sisci.Action) {
	c := w.Calls[i]
	w.Calls = slices.Delete(w.Calls, i, i+1)
	c.Process.Returned(c.Token, action)
	w.Perform()
}

// Settle delivers all packets, unless Manual makes all copies and has all callbacks return, and does so until nothing is left to do.
func (w *World) Settle() {
	w.Perform()
	for {
		pairs := w.Waiting()
		switch {
		case len(pairs) > 0:
			w.Deliver(pairs[0])
		case !w.Manual && len(w.Copies) > 0:
			w.Copy(0, sisci.OK)
		case !w.Manual && len(w.Calls) > 0:
			w.Return(0, sisci.Continue)
		default:
			return
		}
	}
}

// Memories is how many segments have memory.
func (w *World) Memories() int { return len(w.memory) }

// Answer settles, and is the answer of a call that waits.
func (w *World) Answer(p *sisci.Process, t sisci.Ticket, code sisci.Code) (sisci.Answer, bool) {
	w.Settle()
	if code != sisci.OK {
		return sisci.Answer{Code: code}, true
	}
	a, done := p.Poll(t)
	if done != w.woken[sisci.Wake{Process: p, Ticket: t}] {
		panic("a call has its answer, and is not woken, or the other way round")
	}
	return a, done
}

// Die is the end of a process whose node goes on.
func (w *World) Die(p *sisci.Process) {
	clear(w.maps[p])
	p.Died()
}

// Kill is the death of a node, which cannot be reached any more. Connections notice when Lost is called.
func (w *World) Kill(node int) {
	w.Reach[ID(node)] = sisci.NotResponding
	for pair := range w.net {
		if pair[0] == node || pair[1] == node {
			delete(w.net, pair)
		}
	}
	for p, at := range w.where {
		if at == node {
			delete(w.maps, p)
		}
	}
	w.Copies = slices.DeleteFunc(w.Copies, func(c sisci.Copy) bool { return w.where[c.Process] == node })
	w.Calls = slices.DeleteFunc(w.Calls, func(c sisci.Call) bool { return w.where[c.Process] == node })
	w.Nodes[node] = nil
}
