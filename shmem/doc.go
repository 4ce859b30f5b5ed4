// Package shmem implements OpenSHMEM for one rank: start and end, the symmetric heap, put, get, atomics, ordering, waiting, locks.
//
// It does not depend on the world. A World (world.go) gives it its rank, its symmetric segments and a way to wait; a Transport
// (transport.go) moves bytes between the segments of ranks. The same PE therefore runs on shared memory, on a simulated machine or in a test with
// goroutines for ranks. There are no goroutines, clocks or package variables here.
//
// Every method takes the name that the program called, for messages, and the program's addresses as uintptr. An error is a *fault.Error about
// a wrong call; OpenSHMEM has no error codes for those, so the C edge prints it and ends the job. What the standard
// answers gracefully (NULL, 0) is a result, not an error.
package shmem
