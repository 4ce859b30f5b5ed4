// Package shmem binds OpenSHMEM to the ranks of a simulated job: what a rank needs of its job in world.go, its transport, which is Portals, in transport.go.
package shmem
