package run

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/memory"
)

// hugePages requests large pages where Go's heap grows to: with thousands of ranks each event's memory is elsewhere, and with small pages address translation
// takes longer than the work itself. Only speed depends on the result.
func hugePages(bytes uint64) {
	room := make([]byte, bytes) // its pages are not touched; the address range is reused after it is freed
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
			_ = unix.Madvise(memory.Bytes(from, uint64(to-from)), unix.MADV_HUGEPAGE)
			break
		}
	}
	runtime.GC() // it may have begun to collect just before, and then keeps the room until there is as much again
}
