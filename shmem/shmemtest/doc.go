// Package shmemtest is a world for tests of package shmem and its transports: the ranks of a job are goroutines, their segments plain Go
// memory at a different address for each rank.
package shmemtest
