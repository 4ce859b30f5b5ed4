// Package gasnet is the C side of GASNet: core and extended. It is C; package capi links it.
package gasnet

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -I${SRCDIR}/../../include
import "C"
