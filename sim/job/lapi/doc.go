// Package lapi binds LAPI to the ranks of a simulated job: a task and its threads in world.go, its contexts' packets in link.go and endpoint.go, what other APIs use in conduit.go.
package lapi
