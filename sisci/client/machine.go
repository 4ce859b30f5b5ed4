package client

import "gasnetgo/sisci"

// Machine is what a node runs on: its network, its memory, and the processor that runs the client.
type Machine interface {
	sisci.Memory
	sisci.Network

	// Send sends a packet. It queues a packet that cannot be sent now. Packets for one node stay in order.
	Send(to uint32, p *sisci.Packet)

	// Poll passes the next packet that has arrived to handle, and reports whether there was one.
	Poll(handle func(from uint32, p *sisci.Packet)) (bool, error)

	// Copy moves bytes. It returns how that has ended, or done false: then the machine calls Driver.Copied later.
	Copy(c sisci.Copy) (code sisci.Code, done bool)

	// Unmap ends a map, and Free frees the memory of a segment.
	Unmap(at uintptr, bytes uint64)
	Free(key uint64)

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

	// Fail ends the job, because of an internal error.
	Fail(err error)
}
