// Command lib is libgasnetgo.so: what go build -buildmode=c-shared makes of package capi.
//
// It has no C of its own on purpose. For a main package with C, go build writes a C header, and to write it, it compiles the C of all packages again, whether
// they have changed or not: half a minute for each build.
package main

import _ "gasnetgo/capi"

func main() {} // a c-shared library needs one and never runs it
