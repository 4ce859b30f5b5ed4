package shmem

import "gasnetgo/internal/pace"

// World is what a rank needs of the world it runs in. All methods are called by the rank itself, never by another one.
type World interface {
	// Wait also evaluates cond from time to time, because another thread of the program may store to memory of this rank directly.
	pace.Waiter

	// Rank and Size are constant.
	Rank() int
	Size() int

	// Attach makes the symmetric segments and the transport. It is collective: every rank calls it with the same heapBytes and control (multiples of
	// 4096), and when it returns on one rank, the segments of all ranks exist. It is called again after Detach. An error says what is missing, why, and which variable helps.
	//
	// control bytes of zeros lie right behind the heap. They are the library's own: the program's addresses never reach them, the transport's do.
	Attach(heapBytes, control uint64) (Segments, error)

	// Detach says that this rank will not use the segments again. All ranks have passed a Barrier since the last use, and have
	// put zeros back wherever they had written behind the heap. The contents of the data segment must survive; the heap's need not.
	Detach()

	// Transport moves bytes between the attached segments. It is asked for once after each Attach.
	Transport() Transport

	// Barrier returns when every rank has called it as often. Stores of every rank before it are visible to every rank after it.
	Barrier()

	// Publish leaves up to 60 bytes for the others to see under turn 0 or 1, and Published answers what a rank has left there last. The users
	// of a turn have a Barrier between writing and reading, and between reading and writing again.
	Publish(turn int, mine []byte)
	Published(rank, turn int) []byte

	// Exit ends the job with a status. In a live world it does not return.
	Exit(status int)

	// Warn tells the user something that is no error, one line without a newline. The world adds the rank.
	Warn(line string)
}

// Observer is a World that can observe other ranks' calls, for a rank that may be in a deadlock.
type Observer interface {
	// WaitChecking is Wait, but when it has lasted for long it asks check, again and again, and ends with its fault. check looks at ranks; where time does not
	// pass by itself it is asked when nothing can happen any more.
	WaitChecking(why string, cond func() bool, check func() error) error

	// Peek copies memory of any rank as it is, without its help; false if that cannot be done.
	Peek(rank int, a Addr, into []byte) bool

	// Here reports whether Peek reads a rank's memory at once, also when that rank has left the library; else over the network.
	Here(rank int) bool

	// Barriers is how many barriers a rank has entered, modulo 2^32.
	Barriers(rank int) uint32
}

// Refuser is a World in which a test may fail although it could succeed.
type Refuser interface {
	// Refuse is asked once for each test of a lock.
	Refuse(what string) bool
}

// Seg numbers the symmetric segments.
type Seg uint8

// The segments: the symmetric heap, and the program's own global and static variables.
const (
	Heap Seg = iota
	Data
	segs
)

// Segment is the location of a symmetric segment in this rank's address space. A rank without one (a program whose variables cannot be shared) has Len 0.
type Segment struct {
	Base uintptr
	Len  uint64
}

// Segments is what Attach answers. All ranks have the same lengths.
type Segments struct {
	Heap, Data Segment
	Control    uint64 // bytes behind the heap that are the library's own

	// HeapAlign is a power of two that divides the distance of any two ranks' heap bases: larger alignments cannot be
	// given the same offset everywhere. 0 says that all bases are equal.
	HeapAlign uint64
}

// AddrNamer is a World that can say what lies at an address of the program: "the stack", "malloc's heap", "libfoo.so". It is asked only
// for the wording of errors.
type AddrNamer interface {
	NameAddr(addr uintptr) string
}
