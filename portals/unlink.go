package portals

// settle unlinks a descriptor that is used up once nothing is pending. o is the operation that completed last.
func (n *NI) settle(d *descriptor, o *Op, fail NIFail) {
	if d.pending > 0 || !d.spent || !d.unlink {
		return
	}
	if d.unlinking {
		if q := d.queue(); q != nil {
			q.coming--
		}
	}
	if n.tellsUnlink(d.md.Options) {
		n.post(d, o, Unlinked, fail)
	}
	n.forget(d)
}

// tellsUnlink reports whether a descriptor with these options posts UNLINK when it goes by itself.
func (n *NI) tellsUnlink(options uint32) bool {
	const quiet = MDEventStartDisable | MDEventEndDisable
	return options&MDEventAutoUnlink != 0 || n.dialect == Reference && options&quiet != quiet
}

// unlinkByHand unlinks a descriptor because the program said so.
func (n *NI) unlinkByHand(d *descriptor) {
	if d.md.Options&MDEventManualUnlink != 0 {
		o := &n.ack
		*o = Op{threshold: d.md.Threshold, link: n.newLink()}
		o.Header.From, o.Header.UID, o.Header.JID = n.id, n.uid, n.jid
		if d.me != nil {
			o.Header.PT, o.Header.MatchBits = d.me.pt, d.me.bits
		}
		n.post(d, o, Unlinked, NIOK)
	}
	n.forget(d)
}

// forget ends a descriptor, and its entry if that is to go with it.
func (n *NI) forget(d *descriptor) {
	if e := d.me; e != nil {
		e.md = nil
		if e.unlink {
			n.forgetME(e)
		}
	}
	d.me, d.eq, d.vec = nil, nil, nil
	n.mds.drop(d.self)
	n.gone++
}
