package seastar

import "gasnetgo/sim"

// exhausted handles a message for which there are no resources: the node panics, as it did at the time of the paper, or sends the message back (the paper,
// section 4.3, on work in progress).
func (n *Node) exhausted(what string, p *pending) {
	if n.net.Exhaustion == Panic {
		n.net.fail(int(n.id), "SeaStar: out of "+what)
		return
	}
	n.refuse(p)
}

// Go-back-n: a message that is refused is thrown away and sent again after a while, and until it has got through, so are all that its sender has sent
// to this node behind it, so that their order stays. The sender has the bytes: the model keeps a message's payload until it is received.

// outOfTurn reports whether a message has to go back because one before it did.
func (n *Node) outOfTurn(p *pending) bool {
	if !n.refusing {
		return false
	}
	waiting := n.refused[p.from]
	return len(waiting) > 0 && waiting[0] != p
}

// inTurn notes that a message has got through.
func (n *Node) inTurn(p *pending) {
	if p.refusals == 0 {
		return
	}
	if waiting := n.refused[p.from]; len(waiting) > 1 {
		n.refused[p.from] = waiting[1:]
	} else {
		delete(n.refused, p.from)
		n.refusing = len(n.refused) > 0
	}
}

// refuse sends a message back when its last byte has left the network.
func (n *Node) refuse(p *pending) {
	n.Stats.Refused++
	if p.refusals == 0 {
		if n.refused == nil {
			n.refused = map[int32][]*pending{}
		}
		n.refused[p.from] = append(n.refused[p.from], p)
		n.refusing = true
	}
	p.refusals++
	p.refused = true
	if p.inline {
		n.sendBack(p)
		return
	}
	n.only(p)
	for ; p.held > 0; p.held-- {
		n.drain(p, min(n.net.train, p.bytes-p.drained))
	}
}

// sendBack has the sender's firmware transmit a message once more: when the refusal has reached it, and a while later.
func (n *Node) sendBack(p *pending) {
	p.refused, p.injected, p.drained = false, 0, 0
	n.net.k.After(n.net.wires.Latency(int(n.id), int(p.from))+n.net.Backoff, (*again)(p.src), address(p))
}

// Act sends it.
func (x *again) Act(_ *sim.Kernel, a uint64) { (*Node)(x).commandTransmit(at(a)) }
