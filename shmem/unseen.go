package shmem

// unseen is the last small broadcast of this PE that only its receivers have checked. Its root receives nothing, so if two members have each named themselves, neither learns of it in the call. The next call
// on the group would tell; where a barrier of all PEs or the end comes before, this PE compares its record with that of the next member: with two roots, two members
// that are neighbors differ.
type unseen struct {
	collective
	number uint64
	call   callWords
}

// noteUnseen notes a small broadcast.
func (c collective) noteUnseen() {
	if c.a.observer != nil && c.size > 1 {
		mine := c.peek(c.group, c.me)
		call, _ := mine.call(mine.calls())
		c.a.unseen.Store(&unseen{c, mine.calls(), call})
	}
}

// compareUnseen returns the fault of a member with another root. Records only grow, so it may be called at any time; after a barrier the member has made its call.
func (a *attached) compareUnseen() error {
	u := a.unseen.Load()
	if u == nil {
		return nil
	}
	next := (u.me + 1) % u.size
	if !a.observer.Here(u.pe(next)) && a.compared.Add(1) > mostFar {
		a.unseen.Store(nil)
		return nil
	}
	mine := u.peek(u.group, u.me)
	call, ok := mine.call(u.number)
	if !ok || call != u.call { // later calls have told, or the slot is another team's
		a.unseen.Store(nil)
		return nil
	}
	if err := u.compare(next, u.number, call); err != nil {
		return err
	}
	if u.peek(u.group, next).calls() >= u.number {
		a.unseen.Store(nil)
	}
	return nil
}

// mostFar bounds the comparisons that take a round trip of the network.
const mostFar = 16

// compareLast is compareUnseen for the last call on each group, whether Go or the data plane has made it. Call it after a barrier.
func (p *PE) compareLast(a *attached) error {
	if a.observer == nil {
		return nil
	}
	if a.mirror == nil && a.unseen.Load() == nil { // no broadcast is unseen: do not touch records that no call has written
		return nil
	}
	groups := a.teamGroups()
	if a.observer.Here(0) { // which has the table of active sets
		groups = collective{&group{}, p, a}.groups()
	}
	for _, g := range groups {
		c := collective{g, p, a}
		mine := c.peek(g, g.me)
		call, ok := mine.call(mine.calls())
		if !ok || call.kind() != CallBroadcast || g.size == 1 || !a.observer.Here(g.pe((g.me+1)%g.size)) { // another host's may have left
			continue
		}
		if err := c.compare((g.me+1)%g.size, mine.calls(), call); err != nil {
			return err
		}
	}
	return nil
}
