// Package plane is the live job as C sees it: its shared memory, waiting, the barrier of all ranks. It is C; package capi links it.
package plane

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -I${SRCDIR}/../../include
import "C"
