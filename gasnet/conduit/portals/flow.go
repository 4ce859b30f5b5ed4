package portals

// flow is the credits of a rank, at both ends: what it may send to its peers, and what it has lent to them. It knows no network.
//
// A receiver has so many credits in all: those that it has lent, and those in its bank. A sender uses credits for a request, and has them again with the reply.
// A sender that had to wait for credits says so in its next request, and the receiver lends more of its bank with the reply. When its bank is empty, the receiver
// asks a few peers to give back what they do not need.
type flow struct {
	on, dynamic bool
	least       int // credits that a peer keeps
	mostOfPeer  int
	peers       []peer
	bank        int
	total       int // lent and banked
	duration    int // of an epoch, in requests received
	received    int // in this epoch
	epoch       uint32
	revoking    int // peers that have been asked to give back and have not answered
	next        int // peer to ask next

	// for Statistics
	requests uint64 // sent
	stalls   uint64 // of them, that had to wait for credits
	gained   uint64 // credits that peers have lent besides the first
	gave     uint64 // credits that have been given back to peers
	lent     uint64 // besides the first
	back     uint64 // that peers have given back
}

// peer is a rank's account with another rank.
type peer struct {
	// as a sender
	credits int32 // that this rank may use there
	used    int32
	most    int32 // used at a time, lately
	missing int32 // credits that would have saved a wait, since the last request
	gave    int32 // back in this epoch of the receiver's

	// as a receiver
	lent    int32
	given   int32  // in this epoch
	epoch   uint32 // that the peer knows of
	revoked bool   // has been asked to give back
}

// Limits of what moves at a time: 3 bits of a message, and per epoch.
const (
	mostAsked     = 7
	lenderLimit   = 32
	revokeLimit   = 32
	scavengeFirst = 6
)

// Bits of the flow control's byte: in a request, credits used and credits wanted besides; in a reply, credits lent besides, and that the receiver's epoch is
// over.
const (
	usedMask    = 0xf
	moreShift   = 4
	moreMask    = 0x7
	endsEpoch   = 0x80
	mostMessage = usedMask // credits of one message
)

func newFlow(o *Options, ranks, me, each, banked int) *flow {
	f := &flow{
		on: o.FlowControl && ranks > 1, dynamic: o.Dynamic && o.FlowControl, least: min(each, leastCredits), mostOfPeer: o.MostOfPeer, duration: o.Epoch,
		peers: make([]peer, ranks), bank: banked, total: each*(ranks-1) + banked, next: me,
	}
	for r := range f.peers {
		if r != me {
			f.peers[r].credits, f.peers[r].lent = int32(each), int32(each)
		}
	}
	return f
}

// take uses credits for a request to a peer, and reports whether there were enough.
func (f *flow) take(to, n int) bool {
	p := &f.peers[to]
	if f.on && p.credits-p.used < int32(n) {
		if p.missing == 0 {
			f.stalls++
		}
		p.missing = max(p.missing, int32(n)-(p.credits-p.used))
		return false
	}
	p.used += int32(n)
	p.most = max(p.most, p.used)
	return true
}

// available are the credits for a peer that are not in use.
func (f *flow) available(to int) int {
	if !f.on {
		return mostCredits
	}
	return int(f.peers[to].credits - f.peers[to].used)
}

// undo gives back credits of a request that was not sent.
func (f *flow) undo(to, n int) { f.peers[to].used -= int32(n) }

// request is the byte of a request that uses n credits.
func (f *flow) request(to, n int) uint8 {
	p := &f.peers[to]
	more := int32(0)
	if f.dynamic {
		more = min(p.missing, mostAsked)
	}
	p.missing = 0
	f.requests++
	return uint8(n) | uint8(more)<<moreShift
}

// requested counts a request that has arrived, at the receiver.
func (f *flow) requested() {
	if f.received++; f.dynamic && f.received >= f.duration {
		f.received = 0
		f.epoch++
		for i := range f.peers {
			f.peers[i].given = 0
		}
	}
}

// reply is the byte of the reply to a request with that byte, and which peers are to be asked for credits.
func (f *flow) reply(to int, request uint8) (answer uint8, ask []int) {
	p := &f.peers[to]
	if !f.dynamic {
		return 0, nil
	}
	if f.revocations(to) > 0 {
		answer |= endsEpoch
	}
	more := int32(request >> moreShift & moreMask)
	more = max(0, min(more, int32(f.mostOfPeer)-p.lent, lenderLimit-p.given))
	if more > int32(f.bank) {
		ask = f.scavenge(to)
		more = int32(f.bank)
	}
	f.bank -= int(more)
	f.lent += uint64(more)
	p.lent += more
	p.given += more
	return answer | uint8(more)<<moreShift, ask
}

// revocations is how many epochs have ended that a peer does not know of; it is going to be notified now.
func (f *flow) revocations(to int) uint32 {
	p := &f.peers[to]
	n := f.epoch - p.epoch
	p.epoch = f.epoch
	return n
}

// scavenge picks peers that have more than the least. None while others have not answered.
func (f *flow) scavenge(not int) (ask []int) {
	if spare := f.total - f.bank - f.least*(len(f.peers)-1); f.revoking > 0 || spare == 0 {
		return nil
	}
	for range f.peers {
		f.next = (f.next + 1) % len(f.peers)
		if p := &f.peers[f.next]; f.next != not && p.lent > int32(f.least) && !p.revoked {
			p.revoked = true
			f.revoking++
			if ask = append(ask, f.next); len(ask) == scavengeFirst {
				break
			}
		}
	}
	return ask
}

// replied returns the n credits of a request with its reply's byte, at the sender.
func (f *flow) replied(from, n int, answer uint8) {
	p := &f.peers[from]
	more := int32(answer >> moreShift & moreMask)
	p.used -= int32(n)
	p.credits += more
	f.gained += uint64(more)
	if answer&endsEpoch != 0 {
		p.decay()
	}
}

// decay forgets a quarter of what a sender has needed, at the end of a receiver's epoch.
func (p *peer) decay() {
	p.gave = 0
	p.most = max(p.used, p.most-(p.most+3)>>2)
}

// revoke is how many credits a sender gives back to a receiver that asks for them: what it has not needed lately. They are not its own any more. epochs of the
// receiver have ended since it last said so.
func (f *flow) revoke(by int, epochs uint32) int {
	p := &f.peers[by]
	for ; epochs > 0 && (p.most > p.used || p.gave > 0); epochs-- {
		p.decay()
	}
	n := max(0, min(p.credits-max(int32(f.least), p.most), revokeLimit-p.gave))
	p.credits -= n
	p.gave += n
	f.gave += uint64(n)
	return int(n)
}

// returned puts credits that a peer has given back into the bank.
func (f *flow) returned(by, n int) {
	p := &f.peers[by]
	p.lent -= int32(n)
	f.bank += n
	f.back += uint64(n)
	if p.revoked {
		p.revoked = false
		f.revoking--
	}
}
