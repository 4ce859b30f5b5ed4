package lapi

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// world is some machines over memory that tests can compare: an address is task * span + offset, and packets are carried by the test.
type world struct {
	machines []*Machine
	memory   [][]byte
	net      []carried
	counters []map[uintptr]int
	headers  []map[uint64]int // handlers that have run, by number
	tables   []map[uint64][]uint64
	late     []func() // reports that have not been made
}

type carried struct {
	from, to int
	packet   *Packet
}

const span = 1 << 12

func newWorld(tasks int, lossy, whole bool, payload uint64) *world {
	w := &world{}
	for i := range tasks {
		w.machines = append(w.machines, New(Config{Task: i, Tasks: tasks, Payload: payload, Pieces: 3, Header: 2, Whole: whole, Copy: 40, Window: 5, AckEvery: 3, Lossy: lossy}))
		w.memory = append(w.memory, make([]byte, span))
		w.counters = append(w.counters, map[uintptr]int{})
		w.headers = append(w.headers, map[uint64]int{})
		w.tables = append(w.tables, map[uint64][]uint64{})
	}
	return w
}

// bytes are those of a packet now; they are read when it is sent.
func (w *world) bytes(task int, p *Packet) []byte {
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
		for _, e := range m.Effects() {
			switch e := e.(type) {
			case Send:
				wire := *e.Packet
				wire.Data, wire.From = w.bytes(task, e.Packet), nil
				decoded, err := Decode(wire.Append(nil))
				if err != nil {
					panic(fmt.Sprintf("%v: %+v", err, wire))
				}
				w.net = append(w.net, carried{from: task, to: e.To, packet: decoded})
			case Deposit:
				data := e.Packet.Data
				w.late = append(w.late, func() {
					for _, q := range e.Into {
						data = data[copy(w.memory[task][q.At:q.At+uintptr(q.Len)], data):]
					}
					m.Deposited(e.Token)
					w.perform(task)
				})
			case Rmw:
				cell := &w.memory[task][e.At]
				before := *cell
				*cell += byte(e.Operand[0])
				m.Changed(e.Token, uint64(before))
			case Store:
				if e.At != 0 {
					w.memory[task][e.At] = byte(e.Value)
				}
			case Bump:
				w.counters[task][e.Cntr]++
			case RunHeader:
				w.headers[task][e.Handler]++
				at := uintptr(e.Header[0])<<8 | uintptr(e.Header[1])
				w.late = append(w.late, func() {
					m.Headed(e.Token, Heading{Into: []Piece{{at, e.Total}}, Handler: 1, Inline: e.Handler%2 == 0})
					w.perform(task)
				})
			case RunCompletion:
				w.late = append(w.late, func() {
					m.Completed(e.Token)
					w.perform(task)
				})
			case Gathered:
				w.tables[task][e.Number] = e.Values
			}
		}
	}
}

// carry delivers, loses, repeats or delays packets until nothing is left to do.
func (w *world) carry(t *rapid.T, lossy bool) {
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

// TestTwin compares machines over a network that loses, repeats and reorders packets with copies that are made at once. Operations have memory of their own, so
// that their order does not matter.
func TestTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lossy := rapid.Bool().Draw(t, "lossy")
		tasks := rapid.IntRange(1, 4).Draw(t, "tasks")
		w := newWorld(tasks, lossy, rapid.Bool().Draw(t, "whole"), rapid.Uint64Range(1, 100).Draw(t, "payload"))
		naive := make([][]byte, tasks)
		counters := make([]map[uintptr]int, tasks)
		runs := make([]map[uint64]int, tasks)
		for i := range naive {
			for k := range w.memory[i] {
				w.memory[i][k] = byte(i*31 + k*7)
			}
			naive[i] = append([]byte(nil), w.memory[i]...)
			counters[i], runs[i] = map[uintptr]int{}, map[uint64]int{}
		}
		next := uintptr(16)
		rmw := map[int]byte{}
		task := rapid.IntRange(0, tasks-1)
		for range rapid.IntRange(1, 12).Draw(t, "operations") {
			n := rapid.Uint64Range(0, 150).Draw(t, "bytes")
			me, to := task.Draw(t, "origin"), task.Draw(t, "target")
			c := Counters{Target: 1, Origin: 2, Complete: 3}
			m := w.machines[me]
			at, from := next, next+160
			next += 330
			pieces := []Piece{{from, n / 3}, {from + uintptr(n/3), n - n/3}}
			if n == 0 {
				pieces = nil
			}
			source := Source{Pieces: pieces}
			if rapid.Bool().Draw(t, "copy") {
				source.Copy = append([]byte{}, naive[me][from:from+uintptr(n)]...)
			}
			switch rapid.SampledFrom([]string{"put", "get", "send", "rmw", "fence"}).Draw(t, "what") {
			case "put":
				half := n / 2
				m.Put(to, []Piece{{at, half}, {at + uintptr(half), n - half}}, source, c, Callback{})
				copy(naive[to][at:at+uintptr(n)], naive[me][from:])
				counters[me][2]++
				counters[me][3]++
				counters[to][1]++
			case "get":
				m.Get(to, pieces, []Piece{{at, n}}, c, Callback{})
				copy(naive[me][at:at+uintptr(n)], naive[to][from:])
				counters[me][2]++
				counters[to][1]++
			case "send":
				handler := uint64(rapid.IntRange(100, 101).Draw(t, "handler"))
				m.Send(to, Message{Handler: handler, Header: []byte{byte(at >> 8), byte(at)}}, source, c, Callback{})
				copy(naive[to][at:at+uintptr(n)], naive[me][from:])
				counters[me][2]++
				counters[me][3]++
				counters[to][1]++
				runs[to][handler]++
			case "rmw":
				m.Rmw(to, 0, 4, 8, [2]uint64{5}, 0, 2, Callback{})
				rmw[to] += 5
				counters[me][2]++
			case "fence":
				m.Fence()
			}
			w.perform(me)
		}
		for to, v := range rmw {
			naive[to][8] += v
		}
		fences := make([]uint64, tasks)
		for i, m := range w.machines {
			fences[i] = m.Fence()
			m.Gather(uint64(i)*3, true)
			m.Gather(0, false)
			w.perform(i)
		}
		w.carry(t, lossy)
		for i, m := range w.machines {
			require.Equal(t, naive[i], w.memory[i], "memory of task %d", i)
			require.Equal(t, counters[i], w.counters[i], "counters of task %d", i)
			require.Equal(t, runs[i], w.headers[i], "handlers of task %d", i)
			require.True(t, m.Fenced(fences[i]), "fence of task %d", i)
			require.True(t, m.Saved())
			require.Len(t, w.tables[i], 2)
			for k, v := range w.tables[i][1] {
				require.Equal(t, uint64(k)*3, v)
			}
			require.Len(t, w.tables[i][1], tasks)
			require.Empty(t, m.open, "operations of task %d", i)
			require.Empty(t, m.parts, "messages to task %d", i)
			require.Empty(t, m.tokens)
		}
	})
}

// FuzzDecode: bytes that are no packet are refused.
func FuzzDecode(f *testing.F) {
	p := &Packet{Kind: KindPut, Seq: 1, ID: 2, Total: 4, To: []Piece{{16, 4}}, Data: []byte{1, 2, 3, 4}}
	f.Add(p.Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, err := Decode(b); err == nil {
			q, err := Decode(p.Append(nil))
			if err != nil || q.Len() != p.Len() || len(q.Header) != len(p.Header) {
				t.Fatalf("%+v became %+v (%v)", p, q, err)
			}
		}
	})
}
