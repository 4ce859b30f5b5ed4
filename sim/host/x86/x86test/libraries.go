// Package x86test has what tests of decoders share.
package x86test

import (
	"os"
	"path/filepath"
)

// Libraries returns paths of libraries of this system, which have real code: of the C library for all processors since 2003, of compilers, written by hand. With GASNETGO_WIDE
// there are more.
func Libraries() (paths []string) {
	names := []string{"libc.so.6", "libm.so.6", "libstdc++.so.6", "ld-linux-x86-64.so.2"}
	if os.Getenv("GASNETGO_WIDE") != "" {
		names = append(names, "libcrypto.so*", "libgmp.so*", "libx264.so*", "libgcrypt.so*", "libgomp.so.1")
	}
	for _, name := range names {
		for _, folder := range []string{"/lib/x86_64-linux-gnu/", "/lib64/", "/usr/lib64/", "/usr/lib/"} {
			if found, _ := filepath.Glob(folder + name); len(found) > 0 {
				paths = append(paths, found[0])
				break
			}
		}
	}
	return paths
}
