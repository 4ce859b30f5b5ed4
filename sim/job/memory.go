package job

// Memory is the memory that a job gets from the process that it runs in.
type Memory interface {
	// Reserve returns the address of zeroed bytes for all ranks together, a multiple of align; untouched pages take no memory.
	Reserve(bytes, align uint64) (uintptr, error)

	// Hide returns addresses of bytes without memory in a rank's address space, which belong to the caller until Unhide. Where accesses can be seen, each plain load or store of
	// the rank's program there is an access of its Accesser; elsewhere it is a crash.
	Hide(rank int, bytes uint64) (at uintptr, err error)
	Unhide(rank int, at uintptr)

	// Watch has polls of a rank's program in its own memory, whole pages that others write, wait by its Accesser, until Unwatch. An error says why polls cannot be seen there.
	Watch(rank int, at uintptr, bytes uint64) error
	Unwatch(rank int, at uintptr)

	// Reach is called before bytes of a rank's memory are written to, and reports whether the rank's program may have loaded from there since it went on last: if not, it does not poll them.
	Reach(rank int, at uintptr, bytes uint64) (polled bool)

	// Fetch loads bytes of a rank's memory, all or none of which is watched.
	Fetch(rank int, at uintptr, into []byte)

	// Data is where a rank's global and static variables are: the same distance apart in every rank.
	Data(rank int) (at uintptr, bytes uint64)
}
