package job

// Memory is the memory that a job gets from the process that it runs in.
type Memory interface {
	// Reserve returns the address of zeroed bytes for all ranks together, a multiple of align; untouched pages take no memory.
	Reserve(bytes, align uint64) (uintptr, error)

	// Hide returns addresses of bytes without memory, which belong to the caller until Unhide: a program that accesses them faults. at and bytes of Unhide are those of Hide.
	Hide(bytes uint64) (at uintptr, err error)
	Unhide(at uintptr, bytes uint64)

	// Data is where a rank's global and static variables are: the same distance apart in every rank.
	Data(rank int) (at uintptr, bytes uint64)
}
