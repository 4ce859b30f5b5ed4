package shmem

import (
	"os"
	"path"
	"strconv"
	"strings"
)

// NameAddr says what lies at an address of this process, for the wording of errors: "the stack", "malloc's heap", "libfoo.so"; empty if nothing is known.
func (w *world) NameAddr(addr uintptr) string {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return ""
	}
	return nameAddr(string(maps), addr)
}

// nameAddr finds addr in the text of /proc/self/maps.
func nameAddr(maps string, addr uintptr) string {
	for line := range strings.Lines(maps) {
		f := strings.Fields(line)
		if len(f) < 5 {
			continue
		}
		from, to, _ := strings.Cut(f[0], "-")
		lo, err1 := strconv.ParseUint(from, 16, 64)
		hi, err2 := strconv.ParseUint(to, 16, 64)
		if err1 != nil || err2 != nil || uint64(addr) < lo || uint64(addr) >= hi {
			continue
		}
		switch {
		case len(f) == 5:
			return "private memory (from malloc or mmap, or a thread's stack)"
		case f[5] == "[stack]":
			return "the stack"
		case f[5] == "[heap]":
			return "malloc's heap"
		case strings.HasPrefix(f[5], "/memfd:"):
			return "the job's memory, but outside what SHMEM handed out"
		case strings.HasPrefix(f[1], "r-"):
			return "read-only data or code of " + path.Base(f[5])
		default:
			return "data of " + path.Base(f[5])
		}
	}
	return ""
}
