package portals_test

import (
	"fmt"

	p "gasnetgo/portals"
)

// memoryBytes is the memory of a process; it starts at memoryStart. Address memoryHole cannot be read or written.
const (
	memoryStart = 0x1000
	memoryBytes = 64
)

// net is a few processes and a NAL between them. Messages of one process to another keep their order, and arrive when the test says so.
type net struct {
	libs  []library
	mem   [][]byte
	wires map[[2]int][]*message
	sends []*message // whose Sent is to come
	doing []*work    // whose Done is to come
}

type message struct {
	from, to int
	wire     [p.HeaderBytes]byte
	data     []byte
	op       *p.Op // until Sent
	lost     bool
}

type work struct {
	at int
	op *p.Op
}

func newNet(libs ...library) *net {
	x := &net{libs: libs, wires: map[[2]int][]*message{}}
	for i := range libs {
		m := make([]byte, memoryBytes)
		for j := range m {
			m[j] = byte(i<<6 | j)
		}
		x.mem = append(x.mem, m)
	}
	return x
}

// processID is that of process i: two processes share a node.
func processID(i int) p.ProcessID { return p.ProcessID{NID: uint32(i/2 + 1), PID: uint32(i + 10)} }
func processUID(i int) uint32     { return uint32(100 + i) }
func processJID(i int) uint32     { return uint32(7 + i/2) }

func (x *net) index(id p.ProcessID) int {
	for i := range x.libs {
		if processID(i) == id {
			return i
		}
	}
	return -1
}

func (x *net) read(i int, r p.Region, n uint64) (data []byte) {
	for v := range r.Slice(0, n).Pieces {
		data = append(data, x.mem[i][v.Base-memoryStart:][:v.Len]...)
	}
	return data
}

func (x *net) write(i int, r p.Region, data []byte) {
	for v := range r.Slice(0, uint64(len(data))).Pieces {
		copy(x.mem[i][v.Base-memoryStart:][:v.Len], data[:v.Len])
		data = data[v.Len:]
	}
}

// issue takes what Put, Get or GetPut made.
func (x *net) issue(i int, o *p.Op) {
	m := &message{from: i, to: x.index(o.Header.To), op: o}
	o.Header.Encode(m.wire[:])
	if o.Header.Kind.HasData() {
		m.data = x.read(i, o.Region, o.Length)
	}
	x.sends = append(x.sends, m)
	x.post(m)
}

func (x *net) post(m *message) {
	if m.to >= 0 {
		pair := [2]int{m.from, m.to}
		x.wires[pair] = append(x.wires[pair], m)
	}
}

func (x *net) send(i int, h *p.Header, data []byte) {
	m := &message{from: i, to: x.index(h.To), data: data}
	h.Encode(m.wire[:])
	x.post(m)
}

// sent ends the sending of the k-th of the messages that wait for it.
func (x *net) sent(k int, fail p.NIFail) {
	m := x.sends[k]
	x.sends = append(x.sends[:k:k], x.sends[k+1:]...)
	m.lost = fail != p.NIOK
	x.libs[m.from].Sent(m.op, fail)
	x.libs[m.from].Free(m.op)
	m.op = nil
}

// deliver lets the next message of a pair arrive, if there is one. broken: the memory cannot be touched.
func (x *net) deliver(from, to int, broken bool) *p.Op {
	pair := [2]int{from, to}
	if len(x.wires[pair]) == 0 {
		return nil
	}
	m := x.wires[pair][0]
	x.wires[pair] = x.wires[pair][1:]
	if m.lost {
		return nil
	}
	for k := range x.sends {
		if x.sends[k] == m {
			x.sent(k, p.NIOK)
			break
		}
	}
	var h p.Header
	if err := h.Decode(m.wire[:]); err != nil {
		panic(fmt.Sprint(err, m.wire))
	}
	h.From, h.To, h.UID, h.JID = processID(from), processID(to), processUID(from), processJID(from)
	return x.arrive(to, &h, m.data, broken)
}

func (x *net) arrive(to int, h *p.Header, data []byte, broken bool) *p.Op {
	l := x.libs[to]
	o := l.Arrive(h)
	if o == nil {
		return nil
	}
	var old []byte
	if h.Kind == p.HGet || h.Kind == p.HGetPut {
		if broken {
			o.Answer.Fail, o.Answer.Length = p.NIFailed, 0
		} else {
			old = x.read(to, o.Region, o.Length)
		}
		x.send(to, &o.Answer, old)
	}
	if h.Kind != p.HGet && !broken {
		x.write(to, o.Region, data[:o.Length])
	}
	x.doing = append(x.doing, &work{to, o})
	return o
}

// done ends the k-th operation that has not ended.
func (x *net) done(k int, fail p.NIFail) {
	w := x.doing[k]
	x.doing = append(x.doing[:k:k], x.doing[k+1:]...)
	l := x.libs[w.at]
	if l.Done(w.op, fail) {
		x.send(w.at, &w.op.Answer, nil)
	}
	l.Free(w.op)
}

// settle lets everything happen that is to happen.
func (x *net) settle() {
	for next := x.steps(); next(); {
	}
}

// steps does one thing that is to happen per call, and reports whether there was one.
func (x *net) steps() func() bool {
	return func() bool {
		if len(x.sends) > 0 {
			x.sent(0, p.NIOK)
			return true
		}
		for from := range x.libs {
			for to := range x.libs {
				if len(x.wires[[2]int{from, to}]) > 0 {
					x.deliver(from, to, false)
					return true
				}
			}
		}
		if len(x.doing) > 0 {
			x.done(0, p.NIOK)
			return true
		}
		return false
	}
}
