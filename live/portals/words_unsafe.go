package portals

import (
	"unsafe"

	"golang.org/x/sys/unix"

	"gasnetgo/portals"
)

// words is memory that C and the program look at beside Go, so it is none of Go's.
type words struct {
	queues []uint64
	todo   []uint32 // one
	ids    []portals.ProcessID
}

// newWords maps it. It stays until the process ends.
func newWords(ranks int) (*words, error) {
	queues, ids := mostQueues*8, ranks*int(unsafe.Sizeof(portals.ProcessID{}))
	mem, err := unix.Mmap(-1, 0, queues+64+ids, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return nil, err
	}
	return &words{
		queues: unsafe.Slice((*uint64)(unsafe.Pointer(&mem[0])), mostQueues),
		todo:   unsafe.Slice((*uint32)(unsafe.Pointer(&mem[queues])), 1),
		ids:    unsafe.Slice((*portals.ProcessID)(unsafe.Pointer(&mem[queues+64])), ranks),
	}, nil
}
