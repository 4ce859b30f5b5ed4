// Package coll is GASNet's collectives: plans and the engine that plays them, in both worlds. It is C; package capi links it.
package coll

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -I${SRCDIR}/../../../include
import "C"
