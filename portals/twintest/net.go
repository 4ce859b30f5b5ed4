package twintest

import (
	"fmt"

	p "gasnetgo/portals"
)

// Start is where the memory of a process of a Net starts, which has memoryBytes.
const (
	Start       = 0x1000
	memoryBytes = 64
)

// Net is a few processes and a NAL between them. Messages of one process to another keep their order, and arrive when the test says so.
type Net struct {
	Memory [][]byte // by process

	libs   []Library
	starts []uintptr // of the memory, as its process sees it
	prompt bool      // what has arrived is done before the next message arrives
	wires  map[[2]int][]*message
	sends  []*message // whose Sent is to come
	doing  []*work    // whose Done is to come
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

// NewNet makes a Net.
func NewNet(libs ...Library) *Net {
	x := &Net{libs: libs, wires: map[[2]int][]*message{}}
	for i := range libs {
		m := make([]byte, memoryBytes)
		for j := range m {
			m[j] = byte(i<<6 | j)
		}
		x.Memory, x.starts = append(x.Memory, m), append(x.starts, Start)
	}
	return x
}

// ID, UID and JID are those of process i: two processes share a node.
func ID(i int) p.ProcessID { return p.ProcessID{NID: uint32(i/2 + 1), PID: uint32(i + 10)} }
func UID(i int) uint32     { return uint32(100 + i) }
func JID(i int) uint32     { return uint32(7 + i/2) }

func (x *Net) index(id p.ProcessID) int {
	for i := range x.libs {
		if ID(i) == id {
			return i
		}
	}
	return -1
}

func (x *Net) read(i int, r p.Region, n uint64) (data []byte) {
	for v := range r.Slice(0, n).Pieces {
		data = append(data, x.Memory[i][v.Base-x.starts[i]:][:v.Len]...)
	}
	return data
}

func (x *Net) write(i int, r p.Region, data []byte) {
	for v := range r.Slice(0, uint64(len(data))).Pieces {
		copy(x.Memory[i][v.Base-x.starts[i]:][:v.Len], data[:v.Len])
		data = data[v.Len:]
	}
}

// Issue takes what Put, Get or GetPut made.
func (x *Net) Issue(i int, o *p.Op) {
	m := &message{from: i, to: x.index(o.Header.To), op: o}
	o.Header.Encode(m.wire[:])
	if o.Header.Kind.HasData() {
		m.data = x.read(i, o.Region, o.Length)
	}
	x.sends = append(x.sends, m)
	x.post(m)
}

func (x *Net) post(m *message) {
	if m.to >= 0 {
		pair := [2]int{m.from, m.to}
		x.wires[pair] = append(x.wires[pair], m)
	}
}

func (x *Net) send(i int, h *p.Header, data []byte) {
	m := &message{from: i, to: x.index(h.To), data: data}
	h.Encode(m.wire[:])
	x.post(m)
}

// Sent ends the sending of the k-th of the messages that wait for it.
func (x *Net) Sent(k int, fail p.NIFail) {
	m := x.sends[k]
	x.sends = append(x.sends[:k:k], x.sends[k+1:]...)
	m.lost = fail != p.NIOK
	x.libs[m.from].Sent(m.op, fail)
	x.libs[m.from].Free(m.op)
	m.op = nil
}

// Deliver lets the next message of a pair arrive, if there is one. broken: the memory cannot be touched.
func (x *Net) Deliver(from, to int, broken bool) *p.Op {
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
			x.Sent(k, p.NIOK)
			break
		}
	}
	var h p.Header
	if err := h.Decode(m.wire[:]); err != nil {
		panic(fmt.Sprint(err, m.wire))
	}
	h.From, h.To, h.UID, h.JID = ID(from), ID(to), UID(from), JID(from)
	return x.arrive(to, &h, m.data, broken)
}

func (x *Net) arrive(to int, h *p.Header, data []byte, broken bool) *p.Op {
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

// Done ends the k-th operation that has not ended.
func (x *Net) Done(k int, fail p.NIFail) {
	w := x.doing[k]
	x.doing = append(x.doing[:k:k], x.doing[k+1:]...)
	l := x.libs[w.at]
	if l.Done(w.op, fail) {
		x.send(w.at, &w.op.Answer, nil)
	}
	l.Free(w.op)
}

// Settle lets everything happen that is to happen.
func (x *Net) Settle() {
	for next := x.steps(); next(); {
	}
}

// steps does one thing that is to happen per call, and reports whether there was one.
func (x *Net) steps() func() bool {
	return func() bool {
		if len(x.sends) > 0 {
			x.Sent(0, p.NIOK)
			return true
		}
		if x.prompt && len(x.doing) > 0 {
			x.Done(0, p.NIOK)
			return true
		}
		for from := range x.libs {
			for to := range x.libs {
				if len(x.wires[[2]int{from, to}]) > 0 {
					x.Deliver(from, to, false)
					return true
				}
			}
		}
		if len(x.doing) > 0 {
			x.Done(0, p.NIOK)
			return true
		}
		return false
	}
}
