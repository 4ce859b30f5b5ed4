// Package sisci binds SISCI to a session of the live world, on one host: a process is a node. Memory of segments is in the job's memory file (memory.go), packets are records of
// a mailbox there (world.go).
package sisci
