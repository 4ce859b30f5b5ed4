package shmem

import "encoding/binary"

// agreement is what the members of a team tell each other; all get the words' bitwise and.
type agreement [agreeWords]uint64

// agree answers the and of all members' words. It is collective over the team, and returns when every member has called it. It also orders: what
// a member wrote to others and completed before is visible to them after it.
//
// In round k a member tells the one 2^k further on what it knows, and waits for the one 2^k behind (dissemination). And does not mind to hear of a member twice, so any
// size will do. Records take turns: a member that is in the next call has heard from all, so nobody is in the one before last any more.
func (p *PE) agree(a *attached, t *Team, words agreement) (agreement, error) {
	t.agreed++
	call := t.agreed
	c := collective{t.group(), p, a}
	for round, step := uint64(0), 1; step < t.size; round, step = round+1, step*2 {
		at := a.control.record(t.id, round, call)
		to := t.PE((t.me + step) % t.size)
		var b [agreeWords * 8]byte
		for i, w := range words {
			binary.NativeEndian.PutUint64(b[8*i:], w)
		}
		if err := a.t.Put(DefaultCtx, to, at.Plus(8), b[:], false); err != nil {
			return words, err
		}
		if err := a.t.Fence(DefaultCtx); err != nil {
			return words, err
		}
		if _, err := a.t.Atomic(DefaultCtx, to, at, AMO{Op: AMOSet, Type: TypeU64, Value: call}, nil); err != nil {
			return words, err
		}
		mine := a.own(at)
		if err := c.wait((t.me-step+t.size)%t.size, func() bool { return loadBits(mine, 8) == call }); err != nil {
			return words, err
		}
		heard := bytesAt(mine+8, agreeWords*8)
		for i := range words {
			words[i] &= binary.NativeEndian.Uint64(heard[8*i:])
		}
	}
	return words, nil
}
