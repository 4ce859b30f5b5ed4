// Package runtime is the process around the library: the start of Go, signals, threads, addresses, and the frame in which calls cross. It is C; package capi links it.
package runtime

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -I${SRCDIR}/../../include
import "C"
