package job

import (
	"fmt"

	"gasnetgo/armci"
	"gasnetgo/armci/pages"
	"gasnetgo/armci/transport/window"
	"gasnetgo/internal/knob"
	"gasnetgo/sim"
)

// ARMCI is ARMCI in a job.
type ARMCI struct {
	Options armci.Options
	Arena   uint64  // bytes that a rank may allocate; 0 is as many as there are addresses for, up to defaultArena
	Conduit Conduit // what operations travel over: Portals, LAPI, or memory that all ranks share
	Direct  uint64  // over LAPI: from how many bytes on the runs of a transfer travel on their own; 0: half a megabyte
	Alone   bool    // over Portals, ranks do not serve requests about accumulates and strides

	parts   parts
	indices uint32 // of the portal table that all ranks have; 0: no rank has computed it
}

const (
	defaultArena = 16 << 30
	armciMail    = 1 << 30 // bytes of a rank for messages that have not been received
	armciMost    = 1 << 44 // bytes of addresses of all ranks together
)

// parts are all ranks' memory: rank i's at base + i*stride, where control memory comes first.
type parts struct {
	base               uintptr
	stride             uint64
	pages, mail, arena uint64 // offsets in a part
	mailBytes, bytes   uint64 // of mail and arena
}

var _ API = (*ARMCI)(nil)

// ARMCIRank is a rank of ARMCI.
type ARMCIRank struct {
	*armci.Rank
	over bool // Portals or LAPI
}

// Pays reports whether calls charge what they do themselves: the library over Portals or LAPI is the program's own code, and only what it asks of them, or copies, takes
// time.
func (r *ARMCIRank) Pays() bool { return r.over }

// Join makes a rank's *ARMCIRank.
func (a *ARMCI) Join(j *Job, r *Rank) any {
	way := a.Conduit
	switch {
	case way != ByMachine:
	case r.PacketsOnly:
		way = OverLAPI
	case j.Costs.Call+j.Costs.Send > 0:
		way = OverPortals
	default:
		way = OverMemory
	}
	return &ARMCIRank{armci.New(&armciWorld{shared: a, rank: r, job: j, way: way}, a.Options), way != OverMemory}
}

// armciWorld is a rank as ARMCI sees it.
type armciWorld struct {
	shared *ARMCI
	rank   *Rank
	job    *Job
	way    Conduit
	lapi   *armciLAPI // over LAPI
	moves  armci.Transport
}

var (
	_ armci.World  = (*armciWorld)(nil)
	_ armci.Poller = (*armciWorld)(nil)
)

func (w *armciWorld) Rank() int { return w.rank.ID() }
func (w *armciWorld) Size() int { return len(w.job.Nodes) }

// Attach makes the memory of all ranks, the first time.
func (w *armciWorld) Attach(control uint64) (armci.Memory, error) {
	p := &w.shared.parts
	if p.base == 0 {
		if err := p.reserve(w.job, control, w.shared.Arena); err != nil {
			return armci.Memory{}, err
		}
	}
	at := func(off uint64) func(int) uintptr {
		return func(rank int) uintptr { return p.base + uintptr(uint64(rank)*p.stride+off) }
	}
	me := w.Rank()
	maps := pages.Pages{Me: me, Arena: at(p.arena), Bytes: p.bytes, Map: at(p.pages)}
	var err error
	switch w.way {
	case OverLAPI:
		err = w.overLAPI(p, maps)
	case OverPortals:
		err = w.overPortals(p, maps)
	default:
		w.moves = window.New(window.Config{
			Pages: maps, Layout: armci.ControlOf(w.Size()), Control: at(0), Mail: at(p.mail)(me), MailBytes: p.mailBytes,
			Ring: w.job.Fabric.Ring,
		})
	}
	if err != nil {
		return armci.Memory{}, err
	}
	return armci.Memory{Control: at(0), Arena: at(p.arena)(me), Bytes: p.bytes, Free: func(uintptr, uint64) {}}, nil
}

// reserve makes it. Untouched pages take no memory.
func (p *parts) reserve(j *Job, control, arena uint64) error {
	most := armciMost / uint64(len(j.Nodes)) / 2
	if arena == 0 {
		arena = min(defaultArena, most)
	}
	pages := func(n uint64) uint64 { return (n + window.Page - 1) / window.Page * window.Page }
	next := *p
	next.bytes, next.mailBytes = pages(arena), min(armciMail, pages(most))
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

func (w *armciWorld) Transport() armci.Transport { return w.moves }
func (w *armciWorld) Group(int32, *armci.Group)  {}
func (w *armciWorld) Ungroup(int32)              {}
func (w *armciWorld) Mutexes([]armci.MutexPlace) {}
func (w *armciWorld) Open([]int)                 {}
func (w *armciWorld) Close()                     {}
func (w *armciWorld) Warn(line string)           { w.job.Warn(w.rank.ID(), line) }

// Wait blocks the rank. What it waits for is changed by ranks that ring.
func (w *armciWorld) Wait(from int, cond func() bool) error {
	why := "another rank of ARMCI"
	if from >= 0 {
		why = fmt.Sprintf("rank %d, in ARMCI", from)
	}
	switch w.way {
	case OverLAPI:
		w.lapi.moves.Await(why, cond)
		return nil
	case OverPortals:
		w.rank.await(why, cond)
		return nil
	}
	for !cond() {
		woken := true
		w.rank.Wait(why, func() bool {
			woken = !woken
			return woken
		})
	}
	return nil
}

// Polled lets polls without a result take time.
func (w *armciWorld) Polled(times int) {
	if w.way == OverLAPI && w.lapi.link.proto.Look > 0 {
		w.rank.Spend(sim.Time(times) * w.lapi.link.proto.Look)
		return
	}
	if w.job.Costs.Look == 0 {
		w.rank.Spend(sim.Time(times) * w.job.Costs.Idle)
		return
	}
	w.rank.Port.ChargeLooks(times)
}

// Fail ends the job.
func (w *armciWorld) Fail(status int, line string) {
	w.job.Warn(w.rank.ID(), line)
	w.rank.World().Fail(&ExitError{Rank: w.rank.ID(), Status: status})
	for { // the rank is unwound
		w.rank.Wait("the end of the job", func() bool { return false })
	}
}
