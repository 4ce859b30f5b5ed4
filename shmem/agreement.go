package shmem

import (
	"encoding/binary"

	"gasnetgo/internal/memory"
)

// agreement is what the members of a team tell each other; all get the words' bitwise and.
type agreement [agreeWords]uint64

// agree returns the bitwise AND of all members' words. It is collective over the team, and returns when every member has called it. It also orders: writes that
// a member completed before it are visible to the other members after it.
//
// In round k a member sends its result so far to the member 2^k ahead and waits for the one 2^k behind (dissemination). AND is idempotent, so duplicates are
// harmless and any size works. Records alternate: a member in the next call has received from all, so no member is still in the call before the last.
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
		heard := memory.Bytes(mine+8, agreeWords*8)
		for i := range words {
			words[i] &= binary.NativeEndian.Uint64(heard[8*i:])
		}
	}
	return words, nil
}
