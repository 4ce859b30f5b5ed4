// Package ex is GASNet-EX over the core, the extended API and the collectives of GASNet. It is C; package capi links it.
package ex

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden -I${SRCDIR}/../../../include
import "C"
