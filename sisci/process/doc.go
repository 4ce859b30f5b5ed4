// Package process is the calls of one process's program, over a driver of package client. It converts addresses of the program to memory. Calls do not block, but for the lock and
// for copies; one that may wait gets a ticket, and its caller polls that with [Process.Poll].
package process
