// Package world runs the ranks of a simulated machine: each is a coroutine with a virtual clock, all of them on the one thread that calls Run, one at a time.
//
// What a rank's code does takes no virtual time by itself; it says what it costs (Spend), and while it waits (Wait) others run. The order in which ranks
// run follows from the kernel's events alone, so a run can be repeated exactly.
package world
