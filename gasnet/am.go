package gasnet

import (
	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/fault"
)

func unregistered(a *conduit.Arrival) error {
	return fault.New("handler", a.Handler, "a message from rank %d is for it, but it is not registered here", a.From)
}

// AM sends a request to a rank, or a reply to the sender of a request. Deliver: a handler is to be run first. immediate: if there is no room now, nothing is sent and the
// answer is ErrNotReady. anywhere: a Long without payload needs no segment.
//
// Spec: GASNet 1.8, active message interface; GASNet-EX 0.19, GEX_FLAG_IMMEDIATE
func (r *Rank) AM(fn string, reply bool, kind int32, node uint32, token uintptr, handler uint32, nargs int32, args, source uintptr, bytes uint64, dest uintptr, immediate, anywhere bool) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.communicates() {
		return ErrNotInit, nil
	}
	m := conduit.Message{Kind: conduit.Kind(kind), Handler: uint8(handler), Args: argsAt(args, int(nargs)), Source: source, Bytes: bytes, Dest: dest}
	var to *conduit.Arrival
	if reply {
		if r.engine == nil {
			return 0, r.tooMuch(m, reply)
		}
		h := r.engine.handling(token)
		switch {
		case h == nil:
			return 0, fault.New("token", fault.Addr(token), "not that of a request whose handler runs")
		case h.arrival.Reply:
			return 0, fault.New("", nil, "called in a reply handler, which may send nothing")
		case h.replied:
			return 0, fault.New("", nil, "a second reply to one request")
		}
		to = h.arrival
		node = uint32(to.From)
	}
	if err := r.exists("dest", node); err != nil {
		return 0, err
	}
	if err := r.tooMuch(m, reply); err != nil {
		return 0, err
	}
	if m.Kind == conduit.Long && !(anywhere && bytes == 0) {
		if err := r.target("dest_addr", node, dest, bytes); err != nil {
			return 0, err
		}
	}
	e := r.engine
	if e == nil {
		return 0, errDeclined
	}
	for {
		sent := false
		e.outgoing = m
		if reply {
			sent = e.core.Reply(to, &e.outgoing)
			e.handling(token).replied = sent
		} else {
			sent = e.core.Request(int(node), &e.outgoing)
		}
		switch {
		case sent:
			return OK, nil
		case immediate:
			return ErrNotReady, nil
		case e.serve(reply):
			return Deliver, nil
		}
		r.idle()
	}
}

// tooMuch checks a payload's size.
func (r *Rank) tooMuch(m conduit.Message, reply bool) error {
	l := r.limits()
	limit, name := uint64(0), ""
	switch {
	case m.Kind == conduit.Medium:
		limit, name = l.Medium, "gasnet_AMMaxMedium()"
	case m.Kind == conduit.Long && reply:
		limit, name = l.LongReply, "gasnet_AMMaxLongReply()"
	case m.Kind == conduit.Long:
		limit, name = l.LongRequest, "gasnet_AMMaxLongRequest()"
	}
	if m.Kind != conduit.Short && m.Bytes > limit {
		return fault.New("nbytes", m.Bytes, "more than %s, which is %d", name, limit)
	}
	return nil
}

// Poll serves what has come. done is the token of a message whose handler has returned, or 0. Deliver: the caller has to run the handler of the message that is stored into into, and to
// call again.
//
// Spec: GASNet 1.8, gasnet_AMPoll
func (r *Rank) Poll(fn string, done, into uintptr) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.engine == nil {
		return ErrNotInit, nil
	}
	if done != 0 {
		r.engine.delivered(done)
	}
	if r.engine.serve(false) {
		return Deliver, r.deliver(into)
	}
	if done == 0 {
		r.idle()
	}
	return OK, nil
}

// blockLooks are the fruitless polls after which Block has the program look at its condition, which a put may have made true.
const blockLooks = 4

// blocker is the state of a call of Block, which is used again.
type blocker struct {
	looks   int
	handled uint64
	cond    func() bool
}

func (r *Rank) newBlocker() *blocker {
	e, b, most := r.engine, &blocker{}, blockLooks
	if r.others {
		most = 1
	}
	b.cond = func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		b.looks++
		return e.serve(false) || b.looks > most || e.handled != b.handled // a put has arrived, for example
	}
	return b
}

// Block is one poll of a program that waits for an effect of a handler, a thread or a put: it serves messages, or waits for one. Deliver: the caller has to run the handler of the message
// that Block has stored into into. If later is true the next poll says that the handler has returned; otherwise the caller calls Delivered. A thread sets again if it has only looked at its condition since its last
// poll: the scheduler of simulated threads reads that from the call, and Block ignores it.
//
// Spec: GASNet 1.8, GASNET_BLOCKUNTIL
func (r *Rank) Block(fn string, later, again bool, into uintptr) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.engine == nil {
		return 0, fault.New("", nil, "called before gasnet_attach")
	}
	b := r.engine.blockers.take(r.newBlocker)
	b.looks, b.handled = 0, r.engine.handled
	r.waitLocking(fn, b.cond)
	r.engine.blockers.keep(b)
	if r.engine.waiting == nil { // another thread may have taken it
		return OK, nil
	}
	if err := r.deliver(into); err != nil {
		return Deliver, err
	}
	if later {
		r.engine.ending = r.engine.tokens | 1
	}
	return Deliver, nil
}

// TokenInfo describes the message whose handler runs: its sender, handler and Kind; reply is 1 if it is one.
//
// Spec: GASNet-EX 0.19, gex_Token_Info
func (r *Rank) TokenInfo(fn string, token uintptr) (rc int32, from, handler, kind, reply uint32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.engine == nil || r.engine.handling(token) == nil {
		return ErrBadArg, 0, 0, 0, 0, nil
	}
	a := r.engine.handling(token).arrival
	if a.Reply {
		reply = 1
	}
	return OK, uint32(a.From), uint32(a.Handler), uint32(a.Kind), reply, nil
}

// Source returns the sender of a message.
//
// Spec: GASNet 1.8, gasnet_AMGetMsgSource
func (r *Rank) Source(fn string, token, node uintptr) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.engine == nil || r.engine.handling(token) == nil {
		return ErrBadArg, nil
	}
	storeNode(node, uint32(r.engine.handling(token).arrival.From))
	return OK, nil
}
