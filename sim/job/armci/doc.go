// Package armci binds ARMCI to the ranks of a simulated job: what a rank needs of its job in world.go, its memory in memory.go, and what operations travel over beside that memory in
// portals.go and lapi.go.
package armci
