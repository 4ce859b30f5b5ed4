package shmem

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNameAddr(t *testing.T) {
	const maps = `55f0c0000000-55f0c0001000 r--p 00000000 fe:00 12345                      /home/a/prog
55f0c0004000-55f0c0005000 rw-p 00003000 fe:00 12345                      /home/a/prog
55f0c1000000-55f0c1021000 rw-p 00000000 00:00 0                          [heap]
7f0000000000-7f0000021000 rw-p 00000000 00:00 0 
7f1000000000-7f1000001000 rw-p 00001000 fe:00 99                         /usr/lib/libfoo.so.2
7ffd00000000-7ffd00021000 rw-p 00000000 00:00 0                          [stack]
180000000000-180000001000 rw-s 00000000 00:01 7                          /memfd:gasnetgo (deleted)
`
	tests := map[uintptr]string{
		0x55f0c0000010: "read-only data or code of prog",
		0x55f0c0004010: "data of prog",
		0x55f0c1000000: "malloc's heap",
		0x7f0000000001: "private memory (from malloc or mmap, or a thread's stack)",
		0x7f1000000000: "data of libfoo.so.2",
		0x7ffd00020fff: "the stack",
		0x180000000fff: "the job's memory, but outside what SHMEM handed out",
		0x180000001000: "",
		0x10:           "",
	}
	for addr, want := range tests {
		require.Equal(t, want, nameAddr(maps, addr), "%#x", addr)
	}
}
