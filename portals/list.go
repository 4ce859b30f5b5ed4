package portals

// list is the match list of a portal.
type list struct {
	first, last *entry
	count       uint32
	index       *index // of a list that is or was long
}

// attach puts e at the head or the tail.
func (l *list) attach(e *entry, at Position) {
	if at == InsBefore {
		l.put(e, nil, l.first)
	} else {
		l.put(e, l.last, nil)
	}
}

// insert puts e next to base.
func (l *list) insert(e, base *entry, at Position) {
	if at == InsBefore {
		l.put(e, base.prev, base)
	} else {
		l.put(e, base, base.next)
	}
}

func (l *list) put(e, prev, next *entry) {
	e.prev, e.next = prev, next
	if prev == nil {
		l.first = e
	} else {
		prev.next = e
	}
	if next == nil {
		l.last = e
	} else {
		next.prev = e
	}
	l.count++
	l.added(e)
}

func (l *list) remove(e *entry) {
	if e.prev == nil {
		l.first = e.next
	} else {
		e.prev.next = e.next
	}
	if e.next == nil {
		l.last = e.prev
	} else {
		e.next.prev = e.prev
	}
	l.count--
	l.removed(e)
	e.prev, e.next = nil, nil
}

// find is the first descriptor of the list that takes a request, and where and how much of it. A descriptor that does not take it leaves
// it to the next. place is that of the entry, or the number of entries if none takes it, or unplaced: see placeOf.
func (l *list) find(h *Header, need uint32) (d *descriptor, at, n uint64, place uint32) {
	e := l.first
	if l.indexed() {
		if at, n, ok := e.takes(h, need); ok {
			return e.md, at, n, 1
		}
		if d, at, n = l.index.find(h, need); d != nil {
			return d, at, n, unplaced
		}
		return nil, 0, 0, l.count
	}
	for ; e != nil; e = e.next {
		place++
		if (h.MatchBits^e.bits)&^e.ignore != 0 {
			continue
		}
		if at, n, ok := e.takes(h, need); ok {
			return e.md, at, n, place
		}
	}
	return nil, 0, 0, place
}

// takes reports whether a request ends here. need are the operations that the descriptor must allow.
func (e *entry) takes(h *Header, need uint32) (at, n uint64, ok bool) {
	d := e.md
	if (h.MatchBits^e.bits)&^e.ignore != 0 || d == nil || !d.active || d.md.Options&need != need || !e.id.matches(h.From) {
		return 0, 0, false
	}
	at, n = d.offset, h.Length
	if d.md.Options&MDManageRemote != 0 {
		at = h.Offset
	}
	if at > d.size {
		return 0, 0, false
	}
	if room := d.size - at; n > room {
		if d.md.Options&MDTruncate == 0 {
			return 0, 0, false
		}
		n = room
	}
	return at, n, true
}
