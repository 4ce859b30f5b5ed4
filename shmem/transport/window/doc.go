// Package window is shmem's transport over directly mapped memory: the segments of all ranks are in this rank's address space, so a put
// is a copy and an atomic is the CPU's. Everything is complete when the call returns; only order is left to Fence and Quiet.
package window
