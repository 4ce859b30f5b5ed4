// Package sisci binds SISCI to the ranks of a simulated job whose machine has SCI adapters: each rank is a node of SISCI.
//
//	world.go      a rank as its node sees it, and who waits
//	memory.go     segments and maps
//	network.go    packets of the driver, which the fabric carries
//	processor.go  stores, copies, transfers and barriers, by the adapter
//	program.go    the calls of a program, on its own thread and on those of callbacks
//	client.go     a client inside of the library, such as GASNet's conduit: what its calls cost
package sisci
