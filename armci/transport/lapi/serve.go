package lapi

import (
	"encoding/binary"
	"fmt"

	"gasnetgo/armci"
	"gasnetgo/armci/request"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
)

// Kinds of active messages: their handlers.
const (
	kindTransfer = iota + 1 // a request of package request
	kindWord                // answers a request
	kindAtomic
	kindLock
	kindTryLock
	kindUnlock
	kindMessage
)

// head is what the user header of an active message begins with.
type head struct {
	kind   uint64 // not in the header: the handler
	number uint64 // of what waits for an answer, at the sender
	at     uint64 // an address
	value  uint64
	cond   uint64
}

const (
	headBytes    = 32
	requestAlign = armci.MostElement // of a request behind it
)

func (h *head) write(b []byte) {
	for i, v := range [...]uint64{h.number, h.at, h.value, h.cond} {
		binary.NativeEndian.PutUint64(b[8*i:], v)
	}
}

func readHead(kind uint64, b []byte) (h head, ok bool) {
	if len(b) < headBytes {
		return h, false
	}
	word := func(i int) uint64 { return binary.NativeEndian.Uint64(b[8*i:]) }
	return head{kind, word(0), word(1), word(2), word(3)}, true
}

// send sends an active message. header has space for the head. complete is called when the target has served it.
func (t *Transport) send(to int, h head, header, data []byte, complete func()) {
	h.write(header)
	c := lapi.Counters{}
	if complete != nil {
		c.Complete = t.numbers.New(complete)
	}
	source := lapi.Source{}
	if len(data) > 0 {
		source.Copy = data
	}
	t.m.Send(to, lapi.Message{Handler: h.kind, Header: header}, source, c, lapi.Callback{})
}

// word answers a request.
func (t *Transport) word(to int, number, word uint64) {
	t.send(to, head{kind: kindWord, number: number, value: word}, make([]byte, headBytes), nil, nil)
}

// header is the header handler of all active messages. What fits into a user header is served at once.
func (t *Transport) header(e *lapi.RunHeader) (answer lapi.Heading) {
	h, ok := readHead(e.Handler, e.Header)
	if !ok {
		t.World.Fail(fmt.Errorf("internal error: a message of rank %d to rank %d has %d bytes of header", e.From, t.Me, len(e.Header)))
		return answer
	}
	switch h.kind {
	case kindTransfer:
		return t.transfer(e.From, &h, e.Header[headBytes:])
	case kindWord:
		t.results[uintptr(h.number)] = h.value
		t.call(uintptr(h.number))
	case kindAtomic:
		a := armci.Atomic{Kind: armci.AtomicCompareSwap, Width: int(h.cond >> 32), Value: h.value, Cond: h.cond & 0xffffffff}
		if a.Width == 8 { // the condition is behind the head
			a.Cond = binary.NativeEndian.Uint64(e.Header[headBytes:])
		}
		answer.Handler = t.numbers.New(func() { t.word(e.From, h.number, t.own.Atomic(t.Me, uintptr(h.at), a)) })
	case kindLock, kindTryLock:
		answer.Handler = t.numbers.New(func() {
			granted := t.locks.Lock(uintptr(h.at), uint32(h.value), waiter{rank: e.From, number: h.number}, h.kind == kindTryLock)
			if granted || h.kind == kindTryLock {
				t.word(e.From, h.number, bit(granted))
			}
		})
	case kindUnlock:
		answer.Handler = t.numbers.New(func() { t.unlock(uintptr(h.at)) })
	case kindMessage:
		return t.message(e, &h)
	}
	return answer
}

// transfer serves a request. What it asks for is put back in a completion handler.
func (t *Transport) transfer(from int, h *head, data []byte) (answer lapi.Heading) {
	aligned := make([]byte, len(data)) // as package request wants its lists
	copy(aligned, data)
	q, err := request.Read(aligned)
	if err == nil && !q.Inside(t.Part, t.Len) {
		err = fmt.Errorf("memory that this rank has not offered")
	}
	if err != nil {
		t.World.Fail(fmt.Errorf("internal error: a request of rank %d to rank %d: %w", from, t.Me, err))
		return answer
	}
	if q.Kind != armci.KindGet {
		serve := func() {
			q.Serve()
			t.World.Charge(pace.Copy, q.Bytes*(1+bit(q.Kind == armci.KindAcc))) // a sum reads and writes as much as two copies, nearly
		}
		if q.Kind == armci.KindPut {
			serve()
			return answer
		}
		answer.Handler = t.numbers.New(serve)
		return answer
	}
	answer.Handler = t.numbers.New(func() {
		b := make([]byte, q.Bytes)
		request.Gather(b, &q.Runs, q.Skip)
		t.World.Charge(pace.Copy, q.Bytes)
		t.m.Put(from, client.Piece(uintptr(h.at), q.Bytes), lapi.Source{Copy: b}, lapi.Counters{Target: uintptr(h.number)}, lapi.Callback{})
	})
	return answer
}

// message receives one, or the first of its data.
func (t *Transport) message(e *lapi.RunHeader, h *head) (answer lapi.Heading) {
	data := make([]byte, e.Total)
	if e.Total > 0 {
		answer.Into = client.Piece(memory.Address(data), e.Total)
	}
	answer.Handler = t.numbers.New(func() {
		p := &t.peers[e.From]
		if p.late == nil {
			p.late = map[uint64]armci.Message{}
		}
		p.late[h.number] = armci.Message{Context: h.at, Tag: int64(h.value), Data: data}
		for {
			m, ok := p.late[p.next]
			if !ok {
				return
			}
			delete(p.late, p.next)
			p.inbox.Put(m)
			p.next++
		}
	})
	return answer
}

// Send sends a copy of a message. Its number says where it belongs.
func (t *Transport) Send(to int, m armci.Message) error {
	data := append([]byte(nil), m.Data...)
	t.do(func() {
		p := &t.peers[to]
		if to == t.Me {
			p.inbox.Put(armci.Message{Context: m.Context, Tag: m.Tag, Data: data})
			t.changes++
			return
		}
		t.send(to, head{kind: kindMessage, number: p.sent, at: m.Context, value: uint64(m.Tag)}, make([]byte, headBytes), data, nil)
		p.sent++
	})
	return nil
}

// Receive is the next message of a rank.
func (t *Transport) Receive(from int) (armci.Message, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.peers[from].inbox.Take()
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
