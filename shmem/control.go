package shmem

import "math/bits"

// control is the layout of the memory behind the symmetric heap, which belongs to the library and is the same on all ranks. Each team has a slot in it, by the
// team's id: members of a team have the same id, and a rank belongs to at most one team of each id at a time. So the slot of a team is a symmetric object of
// its members.
//
// All of it is zero while no team uses it. The member that frees a slot zeroes it once no other rank can write to it.
type control struct {
	coll   collectives // comes first
	base   uint64      // offset in the heap's segment
	rounds uint64      // of a dissemination among all ranks
}

// maxTeams is how many teams a rank can be a member of at a time, with the two that are always there.
const maxTeams = idWords * 64

// A slot has, for each round and for alternating calls, a record: the number of the call and the words of agree. Behind them is a record of the arguments that
// this rank passed to a split.
const (
	recordBytes = 64
	agreeWords  = recordBytes/8 - 1
	recordTurns = 2
)

func layOut(heapBytes uint64, pes, sets int) control {
	coll := collectives{base: heapBytes, sets: uint64(sets)}
	return control{coll: coll, base: heapBytes + coll.bytes(), rounds: uint64(bits.Len(uint(pes - 1)))}
}

// bytes is its size, in whole pages.
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

// asked is where a rank stores its arguments of a split of a team.
func (c control) asked(id int) Addr { return Addr{Heap, c.slot(id) + c.rounds*recordTurns*recordBytes} }

var _ [recordBytes - 8*askedWords]byte

// own is the address of this rank's copy of control memory.
func (a *attached) own(at Addr) uintptr { return a.seg[Heap].Base + uintptr(at.Off) }
