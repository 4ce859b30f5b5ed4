package client

import "gasnetgo/sisci"

// Machine is what a node runs on: its network, its memory, and the processor that runs clients and programs. Its methods are called with the node's lock and do not block,
// except for those whose comments say otherwise.
type Machine interface {
	sisci.Memory
	sisci.Network

	// Begin is SCIInitialize's: the node can be reached from now on. program: it is the program's, so the library's threads run, which call Node.Serve and Node.Next, if the
	// machine has threads. It may be called again. SCITerminate ends neither.
	Begin(program bool)

	// Send sends a packet to another node, and does not retain it. It queues a packet that cannot be sent now. Packets for one node stay in order. False: the node exists, and no
	// library that could answer runs there so far.
	Send(to uint32, p *sisci.Packet) bool

	// Poll passes the next packet that has arrived to handle, which retains its data, and reports whether there was one.
	Poll(handle func(from uint32, p *sisci.Packet)) (bool, error)

	// Lost is the nodes that have died since it was called last. What they have sent is there for Poll.
	Lost() []uint32

	// Copy moves bytes, and may block until they have arrived. It returns how that has ended, or done false: then the machine calls Node.Copied later. Without the lock.
	Copy(c sisci.Copy) (code sisci.Code, done bool)

	// Engine reports whether the machine has a DMA engine. If not, copies with sisci.Copy.DMA are put off: a thread that waits for one makes it, or one of the library's, by Copy.
	Engine() bool

	// Unmap ends a map, and Free frees the memory of a segment.
	Unmap(at uintptr, bytes uint64)
	Free(key uint64)

	// Changed wakes threads that wait in this process. work: also one of the library's, since Node.Next has something to do.
	Changed(work bool)

	// Stamp is of what the program remembers of maps and sequences without a call; Stale makes all of that invalid. Stamp 0: it is to remember nothing.
	Stamp() uint32
	Stale()

	// Direct reports whether the memory of a segment is at an address of a map, so that the program may copy to it and from it without a call.
	Direct(at uintptr) bool

	// Wait blocks until cond holds, which is evaluated now and whenever a copy may have ended. Without the lock.
	Wait(why string, cond func() bool)

	// Store stores bytes at an address of a map, as the processor does. Without the lock.
	Store(at uintptr, from []byte)

	// Flush has the stores to the map at an address leave the processor's buffers. It does not wait until they are visible. Without the lock.
	Flush(at uintptr)

	// Drain returns when the stores to the map at an address have arrived, or true if some have been lost. Without the lock.
	Drain(at uintptr) (lost bool)

	// Load loads a byte of a segment of this node. Without the lock.
	Load(at uintptr) byte

	// Swap stores a byte of a segment of this node and returns the one before. No store of a peer comes in between, and loads that follow see the
	// segments as they are afterwards. Without the lock.
	Swap(at uintptr, value byte) byte

	// Ordered reports whether stores through one map become visible in the order in which the processor makes them.
	Ordered() bool

	// Leave is the end of this process: it returns when the packets that it has sent have left it, or after a second. Without the lock.
	Leave()

	// Fail ends the job, because of an internal error.
	Fail(err error)
}
