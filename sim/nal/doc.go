// Package nal is the network abstraction layer of simulated Portals, and Portals' client of the fabric: it connects the interfaces of the ranks of a job.
//
// The ranks' memory is all in this process, so Go moves the data: out of the sender's memory when the network has read the last byte, into the target's when
// the network has written the last byte. In between it is in a Message.
//
// A rank's calls hold the lock of the interface, so they spend no time: they are charged to the rank's fabric.Ledger, and their messages are posted there.
// Arrivals are handled in kernel events: the network's model of an interrupt handler or of firmware.
//
// All code here runs on the kernel's thread. The lock of a process.Host is taken nevertheless, because the link's contract requires it, and to check that it is
// free; the creator of the Host declares that there is one thread.
package nal
