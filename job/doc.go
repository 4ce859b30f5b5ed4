// Package job tells every rank its rank, the other ranks, and when the job ends.
//
// Attach detects how the process was started (by gasnetgo run, by itself, by a PMI-1, PMI-2 or PMIx launcher, by srun, or without a launcher) and returns rank,
// size and the descriptor of the job's memory file. The first page of that file, Page, is the only memory that this package shares between ranks; the rest
// belongs to package node. Supervise is the other side: it starts ranks, waits for them, reports the first death in one line and makes sure that no process is
// left. The launcher and a program that starts its own peers use the same Supervisor.
//
// Every rank of every job links this package, so it stays on raw system calls: no net, no os/exec.
package job
