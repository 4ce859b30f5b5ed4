// Package capi is the C edge of gasnetgo. Command capi/lib makes libgasnetgo.so of it.
//
// It holds what only an edge can: the generated dispatcher, in folders of C the stubs and the live data plane, and the one
// place where Go state is global, since a process is one rank. Meaning lives in the packages of the APIs. docs/design/foundation.md
// follows a call through it.
package capi

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -I${SRCDIR}/../include
// #cgo LDFLAGS: -ldl -lpthread -static-libgcc
import "C"

import (
	_ "gasnetgo/capi/limits"
	_ "gasnetgo/capi/plane" // C, as are those that the files of the APIs import
	_ "gasnetgo/capi/runtime"
)
