package run

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePages asks for large pages where Go's heap grows to: with thousands of ranks, each event's memory lies somewhere else, and finding small pages takes longer
// than anything that is done there. Nothing but speed depends on the
// system's answer.
func hugePages(bytes uint64) {
	room := make([]byte, bytes) // its pages are not touched; what is mapped for it is used for other things when it is gone
	at := uintptr(unsafe.Pointer(&room[0]))
	runtime.KeepAlive(room)
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return
	}
	defer maps.Close()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		var from, to uintptr
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x rw", &from, &to); n == 2 && from <= at && at < to {
			_ = unix.Madvise(unsafe.Slice(*(**byte)(unsafe.Pointer(&from)), to-from), unix.MADV_HUGEPAGE)
			break
		}
	}
	runtime.GC() // it may have begun to collect just before, and then keeps the room until there is as much again
}
