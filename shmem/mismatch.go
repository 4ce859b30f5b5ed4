package shmem

import (
	"cmp"
	"fmt"

	"gasnetgo/internal/fault"
)

// Mismatch detection. If the members of a group do not make the same collective calls, they deadlock without any message. A member that has waited for long
// looks for two cases:
//
// Another call with the same number is a mismatch, whichever member waits. And a member that has not arrived cannot arrive if it is in a call that no member
// leaves before all have arrived, and this PE has not arrived there: this PE would have to leave its call first, and it waits for that member. Such a call is a
// barrier of all PEs, or the first one on another group that this PE has not made. Records only grow, so it does not matter when they are read; only this PE's
// own position must not change, which holds as long as one thread at a time is in calls. The awaited condition is checked once more before a fault is reported.

// checkedMembers is the group size up to which a member checks all others for a different call. In larger groups it checks the one that it waits for: each member
// is awaited by another.
const checkedMembers = 64

// wait blocks until cond holds, which is up to a member. It ends with a fault when it is found out that it never will.
func (c collective) wait(from int, cond func() bool) error {
	looks := func() bool {
		c.a.t.Progress()
		return cond()
	}
	if c.a.observer == nil {
		c.p.world.Wait(awaited, looks)
		return nil
	}
	return c.a.observer.WaitChecking(awaited, looks, func() error {
		err := c.check(from)
		if err != nil && looks() {
			return nil
		}
		return err
	})
}

// peek is what a member of a group has noted.
func (c collective) peek(g *group, member int) *noted {
	n := new(noted)
	if !c.a.observer.Peek(g.pe(member), c.a.control.coll.slot(g.slot), n[:]) {
		return &noted{}
	}
	return n
}

// CheckWait is called for a data plane that has waited for long in a collective of a group: for member from, or for all members if that is -1. It returns the
// fault of a wait that cannot end. slot, start, stride, size and me are the group's.
func (p *PE) CheckWait(fn string, slot, start, stride, size, me, from int32) error {
	a, err := p.up()
	if err != nil || a.observer == nil {
		return err
	}
	g := &group{slot: int(slot), peSet: peSet{int(start), int(stride), int(size)}, me: int(me)}
	return collective{g, p, a}.check(int(from))
}

// check is the fault of a wait for a member, or for all of them if from is -1, that cannot end.
func (c collective) check(from int) error {
	mine := c.peek(c.group, c.me)
	number := mine.calls()
	call, ok := mine.call(number)
	if !ok {
		return nil
	}
	all := (from < 0 || c.size <= checkedMembers) && call.kind() != CallDestroy // others may have left the team already, and use its slot for another one
	for i := range c.size {
		if i == from || all {
			if err := c.compare(i, number, call); err != nil {
				return err
			}
		}
	}
	c.p.mu.Lock()
	several := c.p.level == ThreadMultiple
	c.p.mu.Unlock()
	for i := range c.size {
		if several || i != from && from >= 0 || i == c.me || c.peek(c.group, i).calls() >= number {
			continue
		}
		if err := c.elsewhere(call, c.pe(i)); err != nil && c.peek(c.group, i).calls() < number {
			return err
		}
	}
	return nil
}

// compare returns the fault of a member that makes a different call with the same number.
func (c collective) compare(member int, number uint64, mine callWords) error {
	theirs, ok := c.peek(c.group, member).call(number)
	if !ok || theirs == mine {
		return nil
	}
	if again, ok := c.peek(c.group, member).call(number); !ok || again != theirs {
		return nil
	}
	return c.differs(member, theirs, mine)
}

func (c collective) differs(member int, theirs, mine callWords) error {
	there, here := theirs.String(), mine.String()
	if there == here {
		here += ", with other arguments"
	}
	return fault.New("", nil, "PE %d makes another call: %s there, %s here; %s", c.pe(member), there, here, allAlike)
}

const allAlike = "all PEs must make the same calls of collective routines in the same order"

// unlike is the fault of a member that sent a different value than expected.
func (c collective) unlike(member int) error {
	if c.a.observer != nil {
		mine := c.peek(c.group, c.me)
		if call, ok := mine.call(mine.calls()); ok {
			for i := range c.size { // member first: what it seems to have sent may be another one's, which has named another root
				if err := c.compare((member+i)%c.size, mine.calls(), call); err != nil {
					return err
				}
			}
		}
	}
	return fault.New("", nil, "PE %d of the job makes another call, or the same with other arguments, or has done so before; %s", c.pe(member), allAlike)
}

// crossed is the fault of two PEs that wait for each other.
func (c collective) crossed(mine callWords, pe int, where string) error {
	return fault.New("", nil, "waits for PE %d, which waits for this PE in %s, while this PE is in a %v; %s", pe, where, mine, allAlike)
}

// elsewhere returns the fault if a PE waits in a barrier of all PEs, or in a call of another group, that this PE has not entered.
func (c collective) elsewhere(mine callWords, pe int) error {
	if w := c.a.observer; int32(w.Barriers(pe)-w.Barriers(c.p.me)) > 0 {
		return c.crossed(mine, pe, "a barrier of all PEs (shmem_barrier_all, shmem_malloc, shmem_finalize or the like)")
	}
	for _, g := range c.groups() {
		i, in := g.index(pe)
		if g.slot == c.slot || g.size == 1 || !in {
			continue
		}
		next := c.peek(g, g.me).calls() + 1
		if call, ok := c.peek(g, i).call(next); ok && call.meets() {
			return c.crossed(mine, pe, fmt.Sprintf("a %v of %v", call, g))
		}
	}
	return nil
}

// groups are all groups that this PE is a member of.
func (c collective) groups() []*group {
	all := c.a.teamGroups()
	sets := c.a.control.coll
	table := make([]byte, 8*sets.sets)
	if !c.a.observer.Peek(0, sets.set(0), table) {
		return all
	}
	for i := range int(sets.sets) {
		key := Bits(table[8*i:][:8])
		if key == 0 {
			continue
		}
		set := peSet{start: int(key & (1<<28 - 1)), stride: 1 << (key >> 56 & 0x1f), size: int(key >> 28 & (1<<28 - 1))}
		if me, in := set.index(c.p.me); in {
			all = append(all, &group{peSet: set, slot: maxTeams + i, me: me})
		}
	}
	return all
}

// teamGroups are the groups of this PE's teams.
func (a *attached) teamGroups() (all []*group) {
	for t := range a.teams.all() {
		all = append(all, &group{peSet: t.peSet, slot: t.id, me: t.me})
	}
	return all
}

var callNames = [...]string{CallBroadcast: "broadcast", CallCollect: "collect", CallFCollect: "fcollect", CallAllToAll: "alltoall", CallReduce: "reduction", CallScan: "scan",
	CallSync: "sync or barrier", CallSplit: "split of the team", CallDestroy: "end of the team"}

// String describes the call.
func (w callWords) String() string {
	k := w.kind()
	if int(k) >= len(callNames) {
		k = 0
	}
	name := cmp.Or(callNames[k], "?")
	switch k {
	case CallCollect, CallSync, CallSplit, CallDestroy:
		return name
	case CallBroadcast:
		return fmt.Sprintf("%s of %d bytes from PE_root %d", name, w.bytes(), w.detail())
	}
	return fmt.Sprintf("%s of %d bytes", name, w.bytes())
}
