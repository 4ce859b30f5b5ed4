package gasnet

import (
	"unsafe"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/memory"
)

// entriesAt is a table of handlers in the program's memory.
func entriesAt(addr uintptr, n int32) []entry {
	if addr == 0 || n <= 0 {
		return nil
	}
	return memory.Slice[entry](addr, n)
}

// wideEntriesAt is a table of handlers with what GASNet-EX says of them.
func wideEntriesAt(addr uintptr, n uint64) []wideEntry {
	if addr == 0 || n == 0 {
		return nil
	}
	return memory.Slice[wideEntry](addr, n)
}

// publishedAt is a list of segments that their ranks have created.
func publishedAt(addr uintptr, n uint64) []published {
	if addr == 0 || n == 0 {
		return nil
	}
	return memory.Slice[published](addr, n)
}

// ownAt are the addresses of the library's own handlers.
func ownAt(addr uintptr) []uintptr {
	if addr == 0 {
		return nil
	}
	return memory.Slice[uintptr](addr, conduit.FirstProgram-conduit.FirstLibrary)
}

// nodeInfo is a gasnet_nodeinfo_t.
type nodeInfo struct {
	Host, Supernode uint32
	Offset          uintptr
}

func segmentsAt(addr uintptr, n int) []Segment   { return memory.Slice[Segment](addr, n) }
func nodeInfosAt(addr uintptr, n int) []nodeInfo { return memory.Slice[nodeInfo](addr, n) }
func argsAt(addr uintptr, n int) []int32         { return memory.Slice[int32](addr, n) }
func handlesAt(addr uintptr, n uint64) []uintptr {
	if addr == 0 || n == 0 {
		return nil
	}
	return memory.Slice[uintptr](addr, n)
}

func storeInt(addr uintptr, v int32)   { *memory.At[int32](addr) = v }
func storeNode(addr uintptr, v uint32) { *memory.At[uint32](addr) = v }

// delivery is struct ga_gasnet_delivery_to of capi/gasnet/plane.h: a message whose handler C must run.
type delivery struct {
	Token   uintptr
	Buffer  uintptr
	Bytes   uint64
	Handler uintptr
	Kind    uint32
	NArgs   uint32
	Reply   uint32
	Index   uint32
	Args    [16]int32
}

// Layout of what C and this package both know, for the edge to compare.
const (
	SizeofDelivery = unsafe.Sizeof(delivery{})
	SizeofEntry    = unsafe.Sizeof(entry{})
	SizeofWide     = unsafe.Sizeof(wideEntry{})
	SizeofNodeInfo = unsafe.Sizeof(nodeInfo{})
	SizeofSegment  = unsafe.Sizeof(Segment{})
)

func deliveryAt(addr uintptr) *delivery { return memory.At[delivery](addr) }
