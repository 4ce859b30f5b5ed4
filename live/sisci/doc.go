// Package sisci binds SISCI to a session of the live world: a process is a node. Memory of segments is in the job's memory file (memory.go), packets are records of
// a mailbox there (world.go). Between hosts packets are messages of the network (hosts.go), and data moves by its writes and reads (copy.go).
package sisci
