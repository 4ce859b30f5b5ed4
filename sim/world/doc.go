// Package world runs the ranks of a simulated machine, as steps or coroutines with virtual clocks, all on the one thread that calls Run, one at a time.
//
// A rank's code takes no virtual time by itself; it declares its cost (Spend), and while it waits (Wait) other ranks run. The order in which ranks run follows
// from the kernel's events alone, so a run can be repeated exactly.
package world
