package main

/*
#include "edge.h"
*/
import "C"

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/knob"
	"gasnetgo/portals"
	"gasnetgo/shmem"
	"gasnetgo/sim"
	"gasnetgo/sim/host"
	simjob "gasnetgo/sim/job"
	"gasnetgo/sim/machine"
)

// simSpec is what the launcher says of a simulated job, as JSON in GASNETGO_SIM.
type simSpec struct {
	Program string
	Ranks   int
	Machine string   // name of a built-in one, or of the file
	Text    string   // of the file
	Set     []string // parameters of the machine that are to be different
	Stack   uint64   // bytes of a rank's stack; 0: the usual
	Tag     bool     // what ranks print begins with their number
}

// simulation is a simulated job in this process.
type simulation struct {
	spec   simSpec
	job    *simjob.Job
	ranks  []*host.Rank
	status int
	runs   atomic.Int64 // the rank that runs its program now, + 1
	turns  atomic.Int64 // how often a rank has been let run
}

// gaSimMain runs a simulated job and answers its status. It is called once, by main.
//
//export gaSimMain
func gaSimMain(argc C.int, argv **C.char) C.int {
	defer guard("gasnetgo run")
	debug.SetPanicOnFault(true)
	var args []string
	for _, a := range unsafe.Slice(argv, int(argc))[1:] {
		args = append(args, C.GoString(a))
	}
	s := &simulation{}
	if err := s.run(args); err != nil {
		printLine(err.Error())
		return C.int(max(s.status, 1))
	}
	return C.int(s.status)
}

func (s *simulation) run(args []string) error {
	text, _ := getenv(knob.Sim)
	if err := json.Unmarshal([]byte(text), &s.spec); err != nil {
		return fmt.Errorf("this program is started by gasnetgo run --machine; %s: %w", knob.Sim, err)
	}
	env := slices.DeleteFunc(environ(), func(v string) bool { return strings.HasPrefix(v, knob.Sim+"=") })
	image, err := host.Load(s.spec.Program)
	if err != nil {
		return err
	}
	knobs := knob.Read(getenv)
	heap, err1 := knobs.Size(knob.SymmetricSize)
	events, err2 := knobs.Enum(knob.PortalsEvents)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	dialect := portals.Cray
	if events == "reference" {
		dialect = portals.Reference
	}
	k := &sim.Kernel{}
	built, err := s.machine(k)
	if err != nil {
		return err
	}
	s.job = simjob.New(k, simjob.Config{
		Fabric: built.Fabric, Costs: built.Costs, Nodes: built.Nodes, UID: uint32(os.Getuid()), Dialect: dialect,
		Explain: s.explain, Warn: s.say, Memory: s, SHMEM: shmem.Options{HeapBytes: heap},
	}, s.body)
	for i := range s.spec.Ranks {
		o := host.Options{Stack: cmp.Or(s.spec.Stack, defaultStack(s.spec.Ranks))}
		if s.spec.Tag {
			o.Tag = fmt.Sprintf("%d: ", i)
		}
		r, err := image.NewRank(i, args, env, o)
		if err != nil {
			return err
		}
		s.ranks = append(s.ranks, r)
	}
	over := make(chan struct{})
	go s.watch(over)
	err = s.job.World.Run()
	close(over)
	flush()
	var exit *simjob.ExitError
	if errors.As(err, &exit) {
		s.status = exit.Status
		return nil
	}
	return err
}

// silence is how long, in real time, a rank may run without a call of the library before somebody is told.
const silence = 10 * time.Second

// watch names a rank that never comes back while others wait. It runs beside the ranks' thread.
func (s *simulation) watch(over chan struct{}) {
	tick := time.NewTicker(silence)
	defer tick.Stop()
	told, before := int64(0), int64(-1)
	for {
		select {
		case <-over:
			return
		case <-tick.C:
		}
		turns, runs := s.turns.Load(), s.runs.Load()
		if turns == before && runs > 0 && turns != told {
			told = turns
			s.say(int(runs-1), fmt.Sprintf("has run for %v without a library call; a program that spins on memory does not end in virtual time: have it call the library while it waits (shmem_wait_until, PtlEQWait, sched_yield)", silence))
		}
		before = turns
	}
}

// machine builds what the job runs on.
func (s *simulation) machine(k *sim.Kernel) (*machine.Built, error) {
	var m *machine.Machine
	var err error
	if s.spec.Text != "" {
		m, err = machine.Parse(s.spec.Machine, []byte(s.spec.Text), s.spec.Set...)
	} else {
		m, err = machine.Builtin(s.spec.Machine, s.spec.Set...)
	}
	if err != nil {
		return nil, err
	}
	return m.Build(k, s.spec.Ranks, func(node int, why string) {
		s.status = 1
		s.job.World.Fail(fmt.Errorf("node %d, at %v: panic: %s", node, k.Now(), why))
	})
}

// defaultStack is what a process has on most systems. Pages that nobody touches cost nothing, but switching between many ranks is quicker when their stacks
// lie closer together.
func defaultStack(ranks int) uint64 {
	if ranks > 1000 {
		return 1 << 20
	}
	return 8 << 20
}

// body is what a rank does: it runs its program until that wants something, answers, and goes on.
func (s *simulation) body(r *simjob.Rank) {
	debug.SetPanicOnFault(true)
	h := s.ranks[r.ID()]
	for r.World().Failed() == nil {
		s.runs.Store(int64(r.ID()) + 1)
		s.turns.Add(1)
		stopped := h.Resume()
		s.runs.Store(0)
		switch stopped {
		case host.Frame:
			s.frame(r, h.Frame())
		case host.Request:
			s.request(r, h.Ask())
		case host.Exited:
			s.exited(r, h.Status())
			return
		case host.Crashed:
			s.end(r, h.Status(), "crashed: "+strings.TrimSuffix(h.Crash().String(), "\n"))
			return
		case host.Refused:
			s.end(r, max(h.Status(), 1), h.Why())
			return
		default:
			s.end(r, 1, "stopped for no reason")
			return
		}
	}
}

// frame answers a call of the library.
func (s *simulation) frame(r *simjob.Rank, frame unsafe.Pointer) {
	head := (*C.struct_ga_head)(frame)
	defer func() {
		if p := recover(); p != nil {
			s.panicked(r, head, p)
		}
	}()
	var err error
	switch head.op >> 8 {
	case apiPortals:
		if head.op == opPortalsEQGet || head.op == opPortalsEQPoll {
			r.Net.Look()
			r.Net.Settle()
		} else {
			r.Net.Call()
		}
		err = dispatchPortals(r.Portals, uint32(head.op), frame)
	case apiShmem:
		r.Net.Call()
		err = dispatchShmem(r.SHMEM, uint32(head.op), frame)
	default:
		err = fmt.Errorf("no such call in this library: op %d", head.op)
	}
	if err != nil {
		s.end(r, 1, frameName(frame)+": "+err.Error())
	}
	r.Net.Settle()
}

// panicked ends the job because of a call that led nowhere, or a bug. The world's own way to end a rank goes on.
func (s *simulation) panicked(r *simjob.Rank, head *C.struct_ga_head, p any) {
	if at, ok := p.(interface{ Addr() uintptr }); ok {
		s.end(r, 1, fmt.Sprintf("%s: an argument leads to %#x, where there is no memory%s", frameName(unsafe.Pointer(head)), at.Addr(), frameArguments(head)))
		return
	}
	if r.World().Failed() != nil {
		panic(p)
	}
	line := fmt.Sprintf("%s: internal error: %v%s (this is a bug in gasnetgo; GASNETGO_DEBUG=1 prints where)", frameName(unsafe.Pointer(head)), p, frameArguments(head))
	if on, _ := knob.Read(getenv).Bool(knob.Debug); on {
		line += "\n" + string(debug.Stack())
	}
	s.end(r, 1, line)
}

// What clocks show when a job begins. A program may take zero for "not yet".
const (
	realtimeStart  = 1_000_000_000 * int64(1e9)
	monotonicStart = 1_000 * int64(1e9)
)

// request answers a call of the C library.
func (s *simulation) request(r *simjob.Rank, ask *host.Ask) {
	switch ask.Op() {
	case host.Now:
		r.Poll(0) // a program that waits for a time gets there
		now := int64(r.Now() / sim.Nanosecond)
		switch ask.Clock() {
		case unix.CLOCK_REALTIME, unix.CLOCK_REALTIME_COARSE, unix.CLOCK_TAI:
			now += realtimeStart
		case unix.CLOCK_PROCESS_CPUTIME_ID, unix.CLOCK_THREAD_CPUTIME_ID:
			now = int64(r.Worked() / sim.Nanosecond)
		default:
			now += monotonicStart
		}
		ask.Answer(now)
	case host.Sleep:
		if ns := ask.Ns(); ns > 0 {
			r.WaitUntil(ask.Fn(), r.Now()+sim.Time(ns)*sim.Nanosecond, func() bool { return false })
		} else {
			r.Poll(0)
		}
	case host.Yield:
		r.Poll(0)
	case host.Pause:
		r.Wait(ask.Fn(), func() bool { return false })
	}
}

// exited is the normal end of a rank's program.
func (s *simulation) exited(r *simjob.Rank, status int) {
	if status != 0 {
		s.end(r, status, fmt.Sprintf("exited with status %d", status))
		return
	}
	if err := r.SHMEM.AtExit(); err != nil {
		s.say(r.ID(), "exit: "+err.Error())
	}
}

// end ends the job because of a rank.
func (s *simulation) end(r *simjob.Rank, status int, why string) {
	if s.status == 0 {
		s.status = status
	}
	r.World().Fail(fmt.Errorf("rank %d of %d, at %v: %s", r.ID(), len(s.ranks), r.Now(), why))
}

func (s *simulation) say(rank int, line string) {
	printLine(fmt.Sprintf("rank %d of %d: %s", rank, len(s.ranks), line))
}

// explain tells why a call was refused, to those who want to know.
func (s *simulation) explain(rank int, line string) {
	if on, _ := knob.Read(getenv).Bool(knob.Debug); on {
		s.say(rank, line)
	}
}

// Reserve is memory for symmetric heaps.
func (s *simulation) Reserve(bytes, align uint64) (uintptr, error) {
	all := bytes + align
	at, err := unix.MmapPtr(-1, 0, nil, uintptr(all), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	if err != nil {
		return 0, err
	}
	return (uintptr(at) + uintptr(align) - 1) &^ (uintptr(align) - 1), nil
}

// Data is a rank's global variables.
func (s *simulation) Data(rank int) (uintptr, uint64) {
	d := s.ranks[rank].Data()
	return uintptr(d.At), d.Bytes
}
