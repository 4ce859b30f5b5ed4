// Package portals binds Portals to the ranks of a simulated job: the interface that a rank's program and other APIs share in world.go, what an API needs to share it in share.go.
package portals
