package armci

import (
	"fmt"

	"gasnetgo/armci/transport/window"
	"gasnetgo/internal/knob"
	"gasnetgo/sim/job"
)

const (
	defaultArena = 16 << 30
	mailBytes    = 1 << 30 // bytes of a rank for messages that have not been received
	mostBytes    = 1 << 44 // bytes of addresses of all ranks together
)

// parts are all ranks' memory: rank i's at base + i*stride, where control memory comes first.
type parts struct {
	base               uintptr
	stride             uint64
	pages, mail, arena uint64 // offsets in a part
	mailBytes, bytes   uint64 // of mail and arena
}

// of is where a rank's part is.
func (p *parts) of(rank int) uintptr { return p.base + uintptr(uint64(rank)*p.stride) }

// at is the addresses of something that has an offset in each part.
func (p *parts) at(off uint64) func(rank int) uintptr {
	return func(rank int) uintptr { return p.of(rank) + uintptr(off) }
}

// reserve makes it. Untouched pages take no memory.
func (p *parts) reserve(j *job.Job, control, arena uint64) error {
	most := mostBytes / uint64(len(j.Nodes)) / 2
	if arena == 0 {
		arena = min(defaultArena, most)
	}
	pages := func(n uint64) uint64 { return (n + window.Page - 1) / window.Page * window.Page }
	next := *p
	next.bytes, next.mailBytes = pages(arena), min(mailBytes, pages(most))
	next.pages = pages(control)
	next.mail = next.pages + pages(next.bytes/window.Page)
	next.arena = next.mail + next.mailBytes
	next.stride = next.arena + next.bytes
	base, err := j.Memory.Reserve(next.stride*uint64(len(j.Nodes)), window.Page)
	if err != nil {
		return fmt.Errorf("no memory of %d bytes for allocations of each of %d ranks: %w (%s changes this)", next.bytes, len(j.Nodes), err, knob.ArmciMemory)
	}
	next.base = base
	*p = next
	return nil
}
