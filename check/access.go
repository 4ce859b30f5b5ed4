package check

// Access describes what a piece of code does to memory, each time that it does it: all that a report says of it but the time and the address. It is comparable.
type Access struct {
	Rank, Thread int    // that does it, or whose operation does
	PC           uint64 // in the rank's program: behind the call, or of the load or store; 0: unknown
	Call         string // of the library; empty: a load or store of the program
	Bytes        uint64 // of the whole access
	Write        bool
	Target       int // rank at whose memory an operation works; -1: the rank's own

	Atomic Atomic // zero: it is not atomic
	Wait   bool   // it waits for a word to change, or tests it: atomic towards every atomic access, and towards Word
	Word   bool   // one aligned word of an operation that is not atomic: only Wait sees it whole
	Buffer bool   // of a local buffer of the operation

	// Words of a report: what completes the operation, and what orders it with others.
	API *Words
}

// Atomic says what an access is atomic with: accesses that have the same. The zero value is with nothing.
type Atomic struct {
	Type   string // of the element
	Domain int    // of what carries the accesses out
}

// Words name the calls of an API in reports.
type Words struct {
	Complete string // the calls that complete an operation: "shmem_quiet or a barrier"
	Context  string // what completes an operation on a context that barriers leave alone
	Order    string // the calls that order accesses of several ranks: "a barrier, a lock, or a fence and a flag"
}

// plain reports whether it is a load or store of the program.
func (a *Access) plain() bool { return a.Call == "" }

// compatible reports whether two accesses may happen at once, although one of them writes.
func compatible(a, b *Access) bool {
	none := Atomic{}
	switch {
	case a.Wait && b.Wait:
		return true
	case a.Wait:
		return b.Atomic != none || b.Word
	case b.Wait:
		return a.Atomic != none || a.Word
	}
	return a.Atomic != none && a.Atomic == b.Atomic
}
