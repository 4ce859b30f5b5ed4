package twintest

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/sisci"
)

// RunRaces makes random calls while packets, copies, callbacks and timeouts come in any order that the network allows. There is no model of that, but rules: each call
// that waits gets one answer, a connection ends once, memory is freed when it is no longer mapped and not before, and in the end both sides of each connection agree.
func RunRaces(t *testing.T) { rapid.Check(t, func(t *rapid.T) { race(t) }) }

// racer is a World, what its processes hold, and calls that wait.
type racer struct {
	*rapid.T
	w        *World
	opened   []sisci.Handle
	segments []held
	links    []held
	maps     []held
	queues   []held
	waits    []wait
	dead     map[int]bool
}

type held struct {
	node int
	h    sisci.Handle
}

type wait struct {
	node    int
	ticket  sisci.Ticket
	connect bool
}

func race(t *rapid.T) {
	nodes := rapid.IntRange(1, 3).Draw(t, "nodes")
	r := &racer{T: t, w: New(nodes, Config()), dead: map[int]bool{}}
	r.w.Manual = true
	for i, p := range r.w.Processes {
		sd, _ := p.Open(0)
		dq, _ := p.CreateDMAQueue(sd, 0, 3, 0)
		r.opened, r.queues = append(r.opened, sd), append(r.queues, held{i, dq})
	}
	steps := map[string]func(){"create": r.create, "connect": r.connect, "map": r.mapRemote, "call": r.call, "dma": r.dma, "deliver": r.deliver, "copy": r.copy, "return": r.back,
		"poll": r.poll, "expire": r.expire, "kill": r.kill, "terminate": r.terminate}
	names := []string{"create", "connect", "connect", "map", "call", "call", "dma", "deliver", "deliver", "deliver", "copy", "return", "poll", "expire", "kill", "terminate"}
	for range rapid.IntRange(1, 120).Draw(t, "steps") {
		steps[rapid.SampledFrom(names).Draw(t, "step")]()
		r.w.Perform()
	}
	r.end()
}

// one draws one of a list whose node lives.
func (r *racer) one(all []held, label string) (held, *sisci.Process, bool) {
	all = ours(all, func(x held) bool { return !r.dead[x.node] })
	if len(all) == 0 {
		return held{}, nil, false
	}
	x := rapid.SampledFrom(all).Draw(r.T, label)
	return x, r.w.Processes[x.node], true
}

func (r *racer) process(label string) (int, *sisci.Process, bool) {
	n := rapid.IntRange(0, len(r.opened)-1).Draw(r.T, label)
	return n, r.w.Processes[n], !r.dead[n]
}

func (r *racer) create() {
	n, p, ok := r.process("node")
	if !ok {
		return
	}
	h, _, code := p.CreateSegment(r.opened[n], rapid.Uint32Range(1, 2).Draw(r.T, "id"), segmentBytes, sisci.Callback{Function: 1}, sisci.UseCallback)
	if code == sisci.OK {
		p.PrepareSegment(h, 0, 0)
		p.SetSegmentAvailable(h, 0, 0)
		r.segments = append(r.segments, held{n, h})
	}
}

func (r *racer) connect() {
	n, p, ok := r.process("node")
	if !ok {
		return
	}
	to := rapid.IntRange(0, len(r.opened)-1).Draw(r.T, "to")
	flags := rapid.SampledFrom([]uint32{sisci.UseCallback, sisci.UseCallback | sisci.AsynchronousConnect}).Draw(r.T, "flags")
	h, ticket, code := p.ConnectSegment(r.opened[n], ID(to), rapid.Uint32Range(1, 2).Draw(r.T, "id"), 0, sisci.Callback{Function: 2}, flags)
	switch {
	case code != sisci.OK:
	case ticket != 0:
		r.waits = append(r.waits, wait{n, ticket, true})
	default:
		r.links = append(r.links, held{n, h})
	}
}

func (r *racer) mapRemote() {
	if l, p, ok := r.one(r.links, "connection"); ok {
		if m, _, code := p.MapRemoteSegment(l.h, 0, segmentBytes, 0, 0); code == sisci.OK {
			r.maps = append(r.maps, held{l.node, m})
		}
	}
}

// call ends something, if it can be.
func (r *racer) call() {
	switch rapid.IntRange(0, 4).Draw(r.T, "what") {
	case 0:
		if s, p, ok := r.one(r.segments, "segment"); ok {
			p.SetSegmentUnavailable(s.h, 0, rapid.SampledFrom([]uint32{0, sisci.ForceDisconnect, sisci.Notify}).Draw(r.T, "flags"))
		}
	case 1:
		if s, p, ok := r.one(r.segments, "segment"); ok {
			p.RemoveSegment(s.h, 0)
		}
	case 2:
		if l, p, ok := r.one(r.links, "connection"); ok {
			p.DisconnectSegment(l.h, 0)
		}
	case 3:
		if m, p, ok := r.one(r.maps, "map"); ok {
			p.UnmapSegment(m.h, 0)
		}
	case 4:
		if m, p, ok := r.one(r.maps, "map"); ok {
			if ticket, code := p.MemCpy(0, false, 8, m.h, 8, 8, rapid.SampledFrom([]uint32{0, sisci.BlockRead}).Draw(r.T, "flags")); code == sisci.OK {
				r.waits = append(r.waits, wait{node: m.node, ticket: ticket})
			}
		}
	}
}

func (r *racer) dma() {
	q, p, ok := r.one(r.queues, "queue")
	s, _, some := r.one(r.segments, "segment")
	l, _, more := r.one(r.links, "connection")
	if !ok || !some || !more {
		return
	}
	switch rapid.IntRange(0, 3).Draw(r.T, "what") {
	case 0:
		p.EnqueueDMATransfer(q.h, s.h, l.h, 0, 8, 8, rapid.SampledFrom([]uint32{0, sisci.DMARead, sisci.DMAPost}).Draw(r.T, "flags"))
	case 1:
		p.AbortDMAQueue(q.h, 0)
	case 2:
		p.ResetDMAQueue(q.h, 0)
	case 3:
		if _, ticket, code := p.WaitForDMAQueue(q.h, 0); code == sisci.OK {
			r.waits = append(r.waits, wait{node: q.node, ticket: ticket})
		}
	}
}

func (r *racer) deliver() {
	if pairs := r.w.Waiting(); len(pairs) > 0 {
		r.w.Deliver(rapid.SampledFrom(pairs).Draw(r.T, "packet"))
	}
}

func (r *racer) copy() {
	if n := len(r.w.Copies); n > 0 {
		r.w.Copy(rapid.IntRange(0, n-1).Draw(r.T, "copy"), rapid.SampledFrom([]sisci.Code{sisci.OK, sisci.OK, sisci.TransferFailed}).Draw(r.T, "code"))
	}
}

func (r *racer) back() {
	if n := len(r.w.Calls); n > 0 {
		r.w.Return(rapid.IntRange(0, n-1).Draw(r.T, "callback"), rapid.SampledFrom([]sisci.Action{sisci.Continue, sisci.Cancel}).Draw(r.T, "action"))
	}
}

// poll looks whether calls that wait have their answers.
func (r *racer) poll() {
	r.waits = ours(r.waits, func(x wait) bool {
		if r.dead[x.node] {
			return false
		}
		a, done := r.w.Processes[x.node].Poll(x.ticket)
		if done && x.connect && a.Code == sisci.OK {
			r.links = append(r.links, held{x.node, a.Handle})
		}
		return !done
	})
}

func (r *racer) expire() {
	if len(r.waits) > 0 {
		if x := rapid.SampledFrom(r.waits).Draw(r.T, "call"); !r.dead[x.node] {
			r.w.Processes[x.node].Expire(x.ticket)
		}
	}
}

func (r *racer) kill() {
	n := rapid.IntRange(0, 20).Draw(r.T, "victim")
	if n >= len(r.opened) || r.dead[n] {
		return
	}
	r.dead[n] = true
	r.w.Kill(n)
	for _, other := range r.w.Nodes {
		if other != nil {
			other.Lost(ID(n))
		}
	}
}

// terminate ends a library, and starts it again.
func (r *racer) terminate() {
	if n, p, ok := r.process("node"); ok && rapid.IntRange(0, 9).Draw(r.T, "really") == 0 {
		p.Terminate()
		p.Initialize(0)
		r.opened[n], _ = p.Open(0)
	}
}

// end delivers all that is left and ends all that processes hold.
func (r *racer) end() {
	r.w.Manual = false
	r.w.Settle()
	r.poll()
	for _, x := range r.waits {
		require.True(r.T, r.dead[x.node], "a call waits for what does not come")
	}
	for i, p := range r.w.Processes {
		if !r.dead[i] {
			r.w.Die(p)
		}
	}
	r.w.Settle()
	ended := map[held]int{}
	for _, c := range r.w.Called {
		if c.Callback.Function == 2 && (c.Event.Reason == sisci.Lost || c.Event.Reason == sisci.Disconnected) {
			ended[held{int(r.w.where[c.Process]), c.Handle}]++
		}
	}
	for l, n := range ended {
		require.LessOrEqual(r.T, n, 2, "ends of a connection: one notice and one end at most, of %v", l)
	}
	for _, n := range r.w.Nodes {
		if n != nil {
			require.Zero(r.T, n.Unfinished(), "connections that one side has and the other does not")
		}
	}
}
