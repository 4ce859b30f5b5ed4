package armci

// World is what a rank needs of the world it runs in. Its methods are called by threads of the rank itself. Ranks are those of the job.
type World interface {
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

	// Wait returns when cond holds. It evaluates cond on the caller's thread: at once, whenever memory of this rank may have changed through the transport, and
	// from time to time. It fails if rank `from`, on which cond depends, has left the job; -1 depends on no one.
	Wait(from int, cond func() bool) error

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

// Op is an operation that a transport has begun; 0 is one that is complete.
type Op uint64

// Atomic is what is done to an aligned word.
type Atomic struct {
	Kind        AtomicKind
	Width       int // bytes: 4 or 8
	Value, Cond uint64
}

// AtomicKind is how a word changes.
type AtomicKind uint8

// The kinds: Value is added, or stored, or stored if the word is Cond; or the word stays.
const (
	AtomicAdd AtomicKind = iota
	AtomicSwap
	AtomicCompareSwap
	AtomicFetch
)

// Message is what Send takes and Receive gives. Context keeps those of different uses apart.
type Message struct {
	Context uint64
	Tag     int64
	Data    []byte
}

// Transport moves bytes between this rank and others, itself included. Ranks are those of the job. Addresses are those of the rank that has the memory; remote
// ones lie in memory that it has announced, or in its control memory.
//
// Operations to one rank take effect in the order in which they are begun.
type Transport interface {
	// Put and Get begin a copy. A local address is used until Done.
	Put(to int, dest, source uintptr, bytes uint64) Op
	Get(from int, dest, source uintptr, bytes uint64) Op

	// Done reports whether local memory of an operation may be used again; for a Get that its data is there.
	Done(op Op) bool

	// Fence returns when all that this rank has put to a rank is there.
	Fence(to int)

	// Atomic returns the old value.
	Atomic(on int, at uintptr, a Atomic) uint64

	// Ring wakes a rank that may wait for what has been stored there.
	Ring(rank int)

	// Send copies a message, which may be empty; it does not wait. Receive is the next message of a rank, in its order, or false. The data is the caller's.
	Send(to int, m Message) error
	Receive(from int) (Message, bool)

	// Announce says that [at, at+bytes), whole pages of this rank's arena, is allocated from now on, or free.
	Announce(at uintptr, bytes uint64, allocated bool)

	// Allocated reports whether memory of a rank is all allocated. Nearby is the allocated ranges around an address, the closest ones at most.
	Allocated(rank int, at uintptr, bytes uint64) bool
	Nearby(rank int, at uintptr) []Range
}

// Range is a range of addresses.
type Range struct{ From, To uintptr }

// DirectMapper is a Transport whose remote memory this rank can load and store.
type DirectMapper interface {
	// Direct answers where memory of a rank is mapped here.
	Direct(rank int, at uintptr) uintptr
}
