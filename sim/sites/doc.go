// Package sites has the times that a program computes between its library calls, by pair of call sites, and the file in which gasnetgo run --compute record=FILE leaves them. A call site is
// a place of an object of the program, so it is the same for all ranks and in every run.
package sites
