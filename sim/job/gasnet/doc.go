// Package gasnet binds GASNet to the ranks of a simulated job: what a rank needs of its job in world.go, the end of a job in exit.go, and what messages travel over in core.go (shared
// memory), portals.go, lapi.go and sci.go.
package gasnet
