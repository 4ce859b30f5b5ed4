package twintest

import (
	"encoding/binary"
	"fmt"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
)

// world is some machines over memory that can be compared. Packets are carried by the test, which over a Network does so when they have arrived.
type world struct {
	machines []*lapi.Machine
	links    []Link // nil: there is no Network
	lossy    bool
	scale    uintptr   // bytes for one
	memory   [][]byte  // by task
	base     []uintptr // where a task sees it
	net      []carried
	counters []map[uintptr]int
	headers  []map[uint64]int // handlers that have run, by number
	tables   []map[uint64][]uint64
	late     []func() // reports that have not been made
}

type carried struct {
	from, to int
	packet   *lapi.Packet
}

const span = 1 << 12 // bytes of memory

// newWorld makes machines, over links if over is not nil.
func newWorld(t *rapid.T, tasks int, over Network) *world {
	w := &world{lossy: rapid.Bool().Draw(t, "lossy"), scale: 1}
	whole := rapid.Bool().Draw(t, "whole")
	payload, most := uint64(0), uint64(40)
	if over != nil {
		w.links, w.scale = over.Open(), Scale
	} else {
		payload = rapid.Uint64Range(1, 100).Draw(t, "payload")
	}
	for i := range tasks {
		c := lapi.Config{Task: i, Tasks: tasks, Payload: payload, Pieces: 3, Header: 4, Whole: whole, Copy: most, Window: 5, AckEvery: 3, Lossy: w.lossy}
		if over == nil {
			w.memory, w.base = append(w.memory, make([]byte, span)), append(w.base, 0)
		} else {
			c.Payload, c.Copy = w.links[i].Limits()
			w.links[i].Tune(&c)
			w.memory, w.base = append(w.memory, over.Memory(i)), append(w.base, memory.Address(over.Memory(i)))
		}
		w.machines = append(w.machines, lapi.New(c))
		w.counters = append(w.counters, map[uintptr]int{})
		w.headers = append(w.headers, map[uint64]int{})
		w.tables = append(w.tables, map[uint64][]uint64{})
	}
	return w
}

// bytes are those of a packet now; they are read when it is sent.
func (w *world) bytes(task int, p *lapi.Packet) []byte {
	if p.Data != nil {
		return append([]byte(nil), p.Data...)
	}
	b := []byte{}
	for _, q := range p.From {
		b = append(b, w.memory[task][q.At:q.At+uintptr(q.Len)]...)
	}
	return b
}

// perform carries out the effects of a task. Handlers and copies are reported later.
func (w *world) perform(task int) {
	m := w.machines[task]
	for m.HasEffects() {
		for _, e := range m.Effects(nil) {
			switch e := e.(type) {
			case lapi.Send:
				if w.links != nil {
					w.links[task].Send(e.To, e.Packet)
					continue
				}
				wire := *e.Packet
				wire.Data, wire.From = w.bytes(task, e.Packet), nil
				decoded, err := lapi.Decode(wire.Append(nil))
				if err != nil {
					panic(fmt.Sprintf("%v: %+v", err, wire))
				}
				w.net = append(w.net, carried{from: task, to: e.To, packet: decoded})
			case lapi.Deposit:
				data := e.Packet.Data
				w.late = append(w.late, func() {
					if w.links != nil {
						w.copied(w.links[task].Copy(e.From, e.Packet, e.Into))
					} else {
						for _, q := range e.Into {
							data = data[copy(w.memory[task][q.At:q.At+uintptr(q.Len)], data):]
						}
					}
					m.Deposited(e.Token)
					w.perform(task)
				})
			case lapi.Rmw:
				cell := &w.memory[task][e.At-w.base[task]]
				before := *cell
				*cell += byte(e.Operand[0])
				m.Changed(e.Token, uint64(before))
			case lapi.Store:
				if e.At != 0 {
					w.memory[task][e.At-w.base[task]] = byte(e.Value)
				}
			case lapi.Bump:
				w.counters[task][e.Cntr]++
			case lapi.RunHeader:
				w.headers[task][e.Handler]++
				at := w.base[task] + uintptr(binary.LittleEndian.Uint32(e.Header))
				w.late = append(w.late, func() {
					m.Headed(e.Token, lapi.Heading{Into: []lapi.Piece{{At: at, Len: e.Total}}, Handler: 1, Inline: e.Handler%2 == 0})
					w.perform(task)
				})
			case lapi.RunCompletion:
				w.late = append(w.late, func() {
					m.Completed(e.Token)
					w.perform(task)
				})
			case lapi.Gathered:
				w.tables[task][e.Number] = e.Values
			}
		}
	}
}

// carry delivers, loses, repeats or delays packets until nothing is left to do.
// done says over a Network that a task has nothing to wait for any more.
func (w *world) carry(t *rapid.T, done func(task int) bool) {
	if w.links != nil {
		w.carryOver(t, done)
		return
	}
	lossy := w.lossy
	for step := 0; len(w.net)+len(w.late) > 0 || lossy && w.resend(); step++ {
		require.Less(t, step, 200000, "no end")
		if n := len(w.late); n > 0 && (len(w.net) == 0 || rapid.Bool().Draw(t, "report")) {
			i := rapid.IntRange(0, n-1).Draw(t, "which report")
			f := w.late[i]
			w.late = append(w.late[:i], w.late[i+1:]...)
			f()
			continue
		}
		if len(w.net) == 0 {
			continue
		}
		i := rapid.IntRange(0, len(w.net)-1).Draw(t, "packet")
		c := w.net[i]
		fate := 0
		if lossy && step < 500 {
			fate = rapid.IntRange(0, 5).Draw(t, "fate")
		}
		if fate != 1 { // 1: it stays, and comes again
			w.net = append(w.net[:i], w.net[i+1:]...)
		}
		if fate == 2 {
			continue
		}
		w.machines[c.to].Arrive(c.from, c.packet)
		w.perform(c.to)
	}
}

func (w *world) resend() (some bool) {
	for from, m := range w.machines {
		for to := range w.machines {
			some = m.Resend(to) || some
		}
		w.perform(from)
	}
	return some
}
