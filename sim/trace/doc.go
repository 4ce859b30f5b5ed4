// Package trace writes what happens in a simulated job as a trace that the Perfetto viewer (ui.perfetto.dev) shows: JSON in the Trace Event Format.
//
// A group of tracks per node: its ranks with their library calls, what they wait for and the messages that they send and get; the host's interrupt handler,
// the firmware, the DMA engines; the links that begin at the node. Arrows follow an operation from the call that begins it through the parts that work
// on it to the rank that gets it, and back with its answer.
//
// Writer knows the format, Tracer the simulator. Nothing in a trace depends on anything but the simulation: the same run gives the same bytes.
package trace
