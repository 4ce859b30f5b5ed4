// Package job answers one question for every rank: who am I, who are the others, and when is it over.
//
// Attach finds out how the process was started (by gasnetgo run, by itself, by a PMI-1, PMI-2 or PMIx launcher, by srun, or by nobody)
// and hands back rank, size and the descriptor of the job's memory file. The first page of that file, Page, is all that this package
// shares between ranks; what lies behind it belongs to package node. Supervise is the other side: it starts ranks, waits for
// them, words the first death in one line and sees to it that nothing is left over. The launcher and a program that starts
// its own peers use the same Supervisor.
//
// Every rank of every job links this package, so it stays on raw system calls: no net, no os/exec.
package job
