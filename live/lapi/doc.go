// Package lapi binds LAPI to a session of the live world: what a rank needs of its host in world.go, what it needs of other hosts in hosts.go.
package lapi
