package shmem

import "math/bits"

// control says what lies where in the memory behind the symmetric heap, which is the library's own and the same on all ranks. Each team has a
// slot in it, by the team's id: members of a team have the same id, and a rank belongs to at most one team of each id at a time. So the slot of a team
// is a symmetric object of its members.
//
// All of it is zero while no team uses it. Who gives a slot up puts zeros back once nobody can write to it any more.
type control struct {
	coll   collectives // comes first
	base   uint64      // offset in the heap's segment
	rounds uint64      // of a dissemination among all ranks
}

// maxTeams is how many teams a rank can be a member of at a time, with the two that are always there.
const maxTeams = idWords * 64

// A slot is, for each round and for calls in turn, a record: the number of the call, and what agree tells; and after them what this rank has asked of a split,
// in a record of its own.
const (
	recordBytes = 64
	agreeWords  = recordBytes/8 - 1
	recordTurns = 2
)

func layOut(heapBytes uint64, pes, sets int) control {
	coll := collectives{base: heapBytes, sets: uint64(sets)}
	return control{coll: coll, base: heapBytes + coll.bytes(), rounds: uint64(bits.Len(uint(pes - 1)))}
}

// bytes is how much there is of it, in whole pages.
func (c control) bytes() uint64 {
	return c.coll.bytes() + (maxTeams*c.slotBytes()+heapPage-1)&^(heapPage-1)
}

func (c control) slotBytes() uint64 { return (c.rounds*recordTurns + 1) * recordBytes }

// slot is where a team's slot begins.
func (c control) slot(id int) uint64 { return c.base + uint64(id)*c.slotBytes() }

// record is where the record of a round is.
func (c control) record(id int, round, turn uint64) Addr {
	return Addr{Heap, c.slot(id) + (round*recordTurns+turn%recordTurns)*recordBytes}
}

// asked is where a rank leaves what it asks of a split of a team.
func (c control) asked(id int) Addr { return Addr{Heap, c.slot(id) + c.rounds*recordTurns*recordBytes} }

var _ [recordBytes - 8*askedWords]byte

// own is the address of this rank's copy of control memory.
func (a *attached) own(at Addr) uintptr { return a.seg[Heap].Base + uintptr(at.Off) }
