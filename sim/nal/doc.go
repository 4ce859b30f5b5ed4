// Package nal is the network abstraction layer of simulated Portals: it connects the interfaces of the ranks of a job through a model of a network.
//
// The ranks' memory is all in this process, so their bytes are moved by Go: out of the sender's memory when the network has read the last of them, into
// the target's when the network has written the last of them. In between they are in a Message.
//
// A rank's calls find out what they cost in two steps, because they hold the lock of the interface: the library's cost is noted as owed while the
// call runs, and what it sends waits; after the call, Settle has the rank spend what it owes and hands the messages to the network then, which is when the
// rank has finished making them. What arrives is handled in events of the kernel: in the network's idea of an interrupt handler or of firmware.
//
// Only the kernel's thread is ever here. The lock of a process.Host is taken all the same, because the link's contract says so, and to see that it is free; whoever makes
// the Host says that it is alone.
package nal
