// Package portals is the C side of Portals: stubs, looks, waits, and the companions. It is C; package capi links it.
package portals

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -I${SRCDIR}/../../include
import "C"
