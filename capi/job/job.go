// Package job is the functions of gasnetgo.h. It is C; package capi links it.
package job

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -I${SRCDIR}/../../include
import "C"
