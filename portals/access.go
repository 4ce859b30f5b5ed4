package portals

// permission is an entry of the access control table: which processes may use which portal. The zero value permits none.
type permission struct {
	all      bool // every process, every portal
	id       ProcessID
	uid, jid uint32
	pt       uint32
	set      bool
}

// newAccess permits every process with index 0, which is the only one that clients use, and none with the others.
func newAccess(last int32) []permission {
	table := make([]permission, last+1)
	table[0] = permission{all: true}
	return table
}

// ACEntry sets an entry of the access control table. Wildcards are the Any constants.
func (n *NI) ACEntry(ac uint32, match ProcessID, uid, jid, pt uint32) Code {
	if ac >= uint32(len(n.access)) {
		return ACIndexInvalid
	}
	if pt != PTIndexAny && !n.hasPortal(pt) {
		return PTIndexInvalid
	}
	n.access[ac] = permission{
		all: match == ProcessID{NIDAny, PIDAny} && uid == UIDAny && jid == JIDAny && pt == PTIndexAny,
		id:  match, uid: uid, jid: jid, pt: pt, set: true,
	}
	n.open = n.access[0].all
	return OK
}

// admits reports whether a request may look at the match list that it names.
func (n *NI) admits(h *Header) bool {
	if h.AC == 0 && n.open {
		return true
	}
	if h.AC >= uint32(len(n.access)) {
		return false
	}
	p := &n.access[h.AC]
	return p.all || p.set &&
		(p.uid == UIDAny || p.uid == h.UID) &&
		(p.jid == JIDAny || p.jid == h.JID) &&
		(p.pt == PTIndexAny || p.pt == h.PT) &&
		p.id.matches(h.From)
}

// matches reports whether a process is one that p, which may have wildcards, means.
func (p ProcessID) matches(id ProcessID) bool {
	return (p.NID == id.NID || p.NID == NIDAny) && (p.PID == id.PID || p.PID == PIDAny)
}
