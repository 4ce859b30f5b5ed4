package armci

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

// Packer is a Transport that moves runs by requests to the rank that has them, which serves them without a call of its program. What it does not take is made of
// its other operations.
type Packer interface {
	// Move begins a transfer, and reports whether it does so. The local memory is in use until Done. Accumulates are atomic to each other element by
	// element, those of a rank on its own memory included; a transport takes all of them or none.
	Move(rank int, x *Transfer) (op Op, ok bool)
}

// Flagger is a Transport that can store behind what it has put before without waiting for that.
type Flagger interface {
	// PutFlag begins a put, of no bytes maybe, and behind it to store an aligned int.
	PutFlag(to int, dest, source uintptr, bytes uint64, at uintptr, value int32) Op
}

// Locker is a Transport whose ranks keep queues for their mutexes. A mutex has an address, and who has it, which is never 0, is in the word that MutexHolder
// bytes behind it; the rest of its memory is not used.
type Locker interface {
	// Lock begins to wait for a mutex: it is complete when the caller has it. Those that wait get it in the order in which they arrived.
	Lock(on int, mutex uintptr, who uint32) Op

	// TryLock reports whether the caller has got it.
	TryLock(on int, mutex uintptr, who uint32) bool

	// Unlock passes it on. The caller has it. It does not wait, but a fence waits for it.
	Unlock(on int, mutex uintptr)
}
