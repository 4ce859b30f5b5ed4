// Package library has what libraries of communication cost on a machine: each has a section of its own in machine files, whatever the kind of network. The costs of
// Portals are those of [host], which all machines have.
package library
