// Package run is a simulated job in a process: it builds the machine, loads the program once per rank, and answers what the ranks' programs want until the job
// is over. sim/host runs the programs, sim/job has the ranks' libraries; what stands in the frames of library calls is known to an Edge alone.
//
// It is the one part of the simulator that knows real time and files, for people who watch. Nothing of that reaches virtual time, unless the cost of
// computation is to be measured.
package run
