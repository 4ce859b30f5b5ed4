// Package sim is the kernel of the simulated world: virtual time, the queue of events, CPUs that interrupts preempt.
//
// The package uses no wall clock, no goroutine and no operating system. A simulation is a Kernel and the actors that it calls one after the other, in the order
// of time and, at the same time, in the order in which they were scheduled. The same calls give the same run.
package sim
