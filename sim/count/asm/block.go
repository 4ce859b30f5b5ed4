package asm

import (
	"gasnetgo/sim/count"
)

// unit is what stands on one line of code: mostly one instruction.
type unit struct {
	line   int // its number, from 0 on
	all    []instruction
	glued  bool     // nothing may come before it: it belongs to what is above
	manual bool     // written by a programmer
	labels []string // that stand before it
}

// block is code that is entered at its beginning and left at its end.
type block struct {
	units   []unit
	labels  []string // that something refers to
	counts  count.Counts
	reads   flags // before it writes them
	writes  flags
	live    flags // at its beginning
	liveEnd flags
	behind  *block   // reached by going on; nil: none
	targets []string // of jumps
	unknown bool     // it jumps to where a register says
	falls   *block   // before it, from which it is reached without a jump; nil: none
}

// blocks cuts the code of a section. referred are the labels that something refers to.
func blocks(code []unit, referred map[string]bool) (list []*block) {
	var now *block
	begin := func() {
		b := new(block)
		if now != nil && !now.leaves() {
			now.behind, b.falls = b, now
		}
		now = b
		list = append(list, b)
	}
	cut := true
	for i, u := range code {
		for _, l := range u.labels {
			cut = cut || referred[l] || !local(l)
		}
		inside := u.manual && i > 0 && code[i-1].manual // of a piece that a programmer has written
		if cut && !inside && !u.glued || now == nil {
			begin()
			cut = false
		}
		for _, l := range u.labels {
			if referred[l] || !local(l) {
				now.labels = append(now.labels, l)
			}
		}
		now.units = append(now.units, u)
		for k := range u.all {
			if m := u.all[k].mnemonic; m != "" && (isJump(m) || isCall(m) || isReturn(m) || always(m)) {
				cut = true
			}
		}
	}
	for _, b := range list {
		b.measure()
	}
	return list
}

// local reports whether a label is one that only this assembly knows.
func local(label string) bool {
	return len(label) > 1 && label[0] == '.' && label[1] == 'L' || label != "" && label[0] >= '0' && label[0] <= '9'
}

// leaves reports whether what comes behind the block is not reached from it without a jump.
func (b *block) leaves() bool {
	if len(b.units) == 0 {
		return false
	}
	u := b.units[len(b.units)-1]
	return len(u.all) > 0 && always(u.all[len(u.all)-1].mnemonic) && !u.manual
}

// measure finds the counts and the flags of a block.
func (b *block) measure() {
	for i := range b.units {
		u := &b.units[i]
		for k := range u.all {
			in := &u.all[k]
			if repeated(in) == 0 {
				classify(in, &b.counts)
			}
			if m := in.mnemonic; m != "" && isJump(m) {
				if to := target(in); to != "" {
					b.targets = append(b.targets, to)
				} else {
					b.unknown = true
				}
			}
		}
	}
	b.reads, b.writes = b.before(len(b.units), 0), 0
	for i := range b.units {
		_, w := b.units[i].effect()
		b.writes |= w
	}
}

// effect is that of all of a unit. What a programmer has written has the flags to itself: compilers expect nothing of them behind it.
func (u *unit) effect() (reads, writes flags) {
	if u.manual {
		return 0, all
	}
	for i := range u.all {
		r, w := effect(&u.all[i])
		reads |= r &^ writes
		writes |= w
	}
	return reads, writes
}

// before is which flags are in use before the first unit, if the first n units come and then those are in use that end says.
func (b *block) before(n int, end flags) flags {
	for i := n - 1; i >= 0; i-- {
		r, w := b.units[i].effect()
		end = end&^w | r
	}
	return end
}

// spread finds the flags that are in use at the beginnings and ends of all blocks.
func spread(list []*block) {
	named := map[string]*block{}
	for _, b := range list {
		for _, l := range b.labels {
			named[l] = b
		}
	}
	for changed := true; changed; {
		changed = false
		anywhere := flags(0) // at labels: where a jump that a register directs may lead
		for _, b := range list {
			if len(b.labels) > 0 {
				anywhere |= b.live
			}
		}
		for i := len(list) - 1; i >= 0; i-- {
			b := list[i]
			end := flags(0)
			if b.behind != nil {
				end |= b.behind.live
			}
			for _, to := range b.targets {
				if t := named[to]; t != nil { // another function has no use for flags
					end |= t.live
				}
			}
			if b.unknown {
				end |= anywhere
			}
			live := end&^b.writes | b.reads
			if end != b.liveEnd || live != b.live {
				b.liveEnd, b.live = end, live
				changed = true
			}
		}
	}
}

// place is the first unit of the block before which an addition can stand: no flag is in use there. found is false if there is none.
func (b *block) place() (at int, found bool) {
	live := make([]flags, len(b.units)+1)
	live[len(b.units)] = b.liveEnd
	for i := len(b.units) - 1; i >= 0; i-- {
		r, w := b.units[i].effect()
		live[i] = live[i+1]&^w | r
	}
	for i := range b.units {
		if live[i] == 0 && b.open(i) {
			return i, true
		}
	}
	return 0, false
}

// open reports whether something can be inserted before a unit.
func (b *block) open(i int) bool {
	u := &b.units[i]
	return !u.glued && !(u.manual && i > 0 && b.units[i-1].manual) && !u.landing() && len(u.all) > 0
}

// landing reports whether a unit is endbr64 or endbr32. An indirect jump must arrive at that instruction, so nothing may be inserted before it.
func (u *unit) landing() bool {
	return len(u.all) == 1 && len(u.all[0].mnemonic) > 5 && u.all[0].mnemonic[:5] == "endbr"
}
