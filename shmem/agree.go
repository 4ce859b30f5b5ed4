package shmem

import (
	"encoding/binary"

	"gasnetgo/internal/fault"
)

// The heaps of all ranks are alike because all ranks make the same calls of the allocator. A rank that makes another call would go on with blocks at other
// offsets than the others have, silently. So each call is published before the call's own barrier and compared with that of the
// next rank after it: a ring in which no difference goes unseen, at the price of one foreign cache line per call.
//
// Two places in turn are enough: a rank that has passed the barrier of one call cannot pass that of the next before this one has compared.

// declared is what one call published.
type declared struct {
	turn uint64 // how many calls of the allocator there were
	arg  string // what the two numbers are about: "size", "ptr", or "guard" of the red zones
	x, y uint64
}

func (d declared) bytes() []byte {
	b := []byte{d.arg[0]}
	for _, v := range [...]uint64{d.turn, d.x, d.y} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return b
}

// declare publishes a call of the allocator; a barrier and compare follow.
func (p *PE) declare(arg string, x, y uint64) declared {
	p.mu.Lock()
	p.calls++
	d := declared{p.calls, arg, x, y}
	p.mu.Unlock()
	if p.pes > 1 {
		p.world.Publish(int(d.turn%2), d.bytes())
	}
	return d
}

// compare is the fault of a next rank that made another call.
func (p *PE) compare(d declared) error {
	if p.pes == 1 {
		return nil
	}
	next := (p.me + 1) % p.pes
	mine, theirs := d.bytes(), p.world.Published(next, int(d.turn%2))
	if string(theirs) == string(mine) {
		return nil
	}
	if len(theirs) != len(mine) || string(theirs[:9]) != string(mine[:9]) {
		return fault.New("", nil, "called while rank %d calls another routine; all ranks must make the same calls", next)
	}
	tx, ty := binary.LittleEndian.Uint64(theirs[9:]), binary.LittleEndian.Uint64(theirs[17:])
	switch d.arg {
	case "guard":
		return fault.New("", nil, "rank %d leaves %d bytes between blocks for AddressSanitizer, rank %d leaves %d; compile all programs of a job with or without it",
			p.me, d.x, next, tx)
	case "ptr":
		return fault.New("ptr", nil, "rank %d has offset %d (new size %d), rank %d has offset %d (new size %d); all ranks must make the same calls",
			p.me, d.x, d.y, next, tx, ty)
	}
	return fault.New("size", d.x, "rank %d asks for %d bytes aligned to %d, rank %d for %d aligned to %d; all ranks must make the same calls",
		p.me, d.x, d.y, next, tx, ty)
}

// together is the barrier of a call of the allocator.
func (p *PE) together(a *attached, d declared) error {
	if err := p.barrier(a); err != nil {
		return err
	}
	return p.compare(d)
}
