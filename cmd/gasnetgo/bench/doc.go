// Package bench is gasnetgo bench: it starts the programs of the folder bench, which measure the library beside a limit of the machine, and summarises what they print.
//
// table.go has the measures with their targets, measure.go the program of each; runs.go, summaries and verdicts; sim.go what simulating costs, hosts.go two hosts.
package bench
