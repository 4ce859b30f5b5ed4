// Package sim is the kernel of the simulated world: virtual time, the queue of events, CPUs that interrupts preempt.
//
// Nothing here knows a wall clock, a goroutine or the operating system. A simulation is a Kernel and actors that it calls, one after the other, in
// the order of time and, at the same time, in the order in which they were asked for. Same calls, same run.
package sim
