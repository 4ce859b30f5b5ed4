// Package explore is gasnetgo explore: it runs a program on a simulated machine under many seeds of --shuffle, until one makes it fail, and then looks for the least disorder that does.
//
//	command.go  flags, what is printed
//	process.go  one run, in a process of gasnetgo run
//	outcome.go  how a run has ended, and whether that is a failure
//	search.go   many seeds on all cores
//	least.go    the least disorder
package explore
