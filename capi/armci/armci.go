// Package armci is the C side of ARMCI. It is C; package capi links it.
package armci

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -I${SRCDIR}/../../include
import "C"
