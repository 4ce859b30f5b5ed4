// Package lapi is the place of IBM's LAPI: active messages with header and completion handlers, counters, and remote copies.
//
// There is nothing here yet: a program that needs LAPI cannot be built against this library.
package lapi
