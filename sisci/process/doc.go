// Package process is the calls of one process's program: it drives the state machine of package sisci over a World, and converts addresses of the program to memory. A node
// has one process. Calls do not block, but for the lock and for copies; one that may wait gets a ticket, and its caller polls that with [Process.Poll].
package process
