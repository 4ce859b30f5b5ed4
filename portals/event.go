package portals

// queue is where events about d go, nil if they go nowhere.
func (d *descriptor) queue() *queue {
	if q := d.eq; q != nil && q.self == d.md.EQ {
		return q
	}
	return nil
}

// expectEnd counts an arrival at d, until its end, in the queue to which the end will be posted: by END, or by UNLINK if END is disabled. Operations that the
// program has issued are not counted: it knows of them, and their SEND_END may depend on another process.
func (n *NI) expectEnd(d *descriptor) {
	q := d.queue()
	switch {
	case q == nil:
	case d.md.Options&MDEventEndDisable == 0:
		q.coming++
	case d.spent && d.unlink && !d.unlinking && d.replies == 0 && n.tellsUnlink(d.md.Options): // a REPLY may never come, and UNLINK waits for it
		d.unlinking = true
		q.coming++
	}
}

// post logs an event about an operation in the queue of d, if that has one. It does not look at the options of d.
func (n *NI) post(d *descriptor, o *Op, kind EventKind, fail NIFail) {
	q := d.queue()
	if q == nil {
		return
	}
	n.events++
	h := &o.Header
	e := q.room(n.events)
	e.Kind = kind
	e.Initiator = h.From
	e.UID, e.JID = h.UID, h.JID
	e.PTIndex = h.PT
	e.MatchBits = h.MatchBits
	e.RLength, e.MLength = h.Length, o.Length
	e.Offset = o.offset
	e.HdrData = h.HdrData
	if h.Kind.answer() {
		e.PTIndex, e.RLength, e.HdrData = PTIndexAny, h.HdrData, 0
	}
	if kind == Unlinked {
		e.RLength = o.Length
	}
	e.MDHandle = d.self
	e.MD = d.md
	e.MD.Threshold = o.threshold
	e.Link = o.link
	e.Fail = fail
	n.publish(q)
}

// start posts the event for the begin of an operation, unless d does without.
func (n *NI) start(d *descriptor, o *Op, kind EventKind) {
	if d.md.Options&MDEventStartDisable == 0 {
		n.post(d, o, kind, NIOK)
	}
}

// end posts the event for the end of an operation, unless d does without, and lets go of d, which may have been the last thing that kept it.
func (n *NI) end(d *descriptor, o *Op, kind EventKind, fail NIFail) {
	if d.md.Options&MDEventEndDisable == 0 {
		n.post(d, o, kind, fail)
	}
	d.pending--
	n.settle(d, o, fail)
}
