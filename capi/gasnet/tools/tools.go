// Package tools is GASNet's tools, which need no job. It is C; package capi links it.
package tools

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -I${SRCDIR}/../../../include
import "C"
