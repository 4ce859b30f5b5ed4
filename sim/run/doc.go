// Package run is a simulated job in a process: it builds the machine, loads the program once per rank, and answers the requests of the ranks' programs until
// the job ends. sim/host runs the programs, sim/job and the packages below it have the ranks' libraries; only an Edge knows the frames of library calls.
//
// It is the only part of the simulator that uses real time and files, for progress and reports. Neither affects virtual time, unless the cost of computation is
// to be measured.
package run
