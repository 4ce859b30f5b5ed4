// Package toy is the C side of Toy. It is C; package capi links it.
package toy

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -I${SRCDIR}/../../include
import "C"
