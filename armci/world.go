package armci

import "gasnetgo/internal/pace"

// World is what a rank needs of the world it runs in. Its methods are called by threads of the rank itself. Ranks are those of the job.
type World interface {
	pace.Waiter

	// Rank and Size are constant.
	Rank() int
	Size() int

	// Attach gives this rank memory that others reach, the first time it is called; later calls answer the same. It does not wait for other ranks. control bytes
	// of it are zero at first and belong to this package; they begin at a page.
	Attach(control uint64) (Memory, error)

	// Transport reaches the memory of all ranks that attach. It is asked for once after Attach.
	Transport() Transport

	// Group tells the world of a group: what its members share, and that it is gone.
	Group(handle int32, g *Group)
	Ungroup(handle int32)

	// Mutexes tells the world where the mutexes of processes are, by process; nil: there are none.
	Mutexes(all []MutexPlace)

	// Open lets calls take shorter ways than this package; ranks are those of processes 0 and on. Close ends that.
	Open(ranks []int)
	Close()

	// WaitFor is Wait for a condition that depends on a rank, or on none if that is -1. It fails if the rank has left the job.
	WaitFor(rank int, cond func() bool) error

	// Warn prints a line, with the rank in front.
	Warn(line string)

	// Fail prints a line and ends the job with a status. It does not return in a live world.
	Fail(status int, line string)
}

// Memory is what Attach answers.
type Memory struct {
	Control func(rank int) uintptr // where a rank's control memory is, at that rank
	Arena   uintptr                // this rank's memory for allocations
	Bytes   uint64

	// Free gives pages of the arena back to the system: their content is lost.
	Free func(at uintptr, bytes uint64)
}
