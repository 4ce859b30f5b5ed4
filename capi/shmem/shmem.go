// Package shmem is the C side of OpenSHMEM: stubs, and what needs no Go. It is C; package capi links it.
package shmem

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -I${SRCDIR}/../../include
import "C"
