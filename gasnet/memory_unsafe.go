package gasnet

import "unsafe"

// pointer is the memory at an address of the program.
func pointer(addr uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }

// entriesAt is a table of handlers in the program's memory.
func entriesAt(addr uintptr, n int32) []entry {
	if addr == 0 || n <= 0 {
		return nil
	}
	return unsafe.Slice((*entry)(pointer(addr)), n)
}

// ownAt are the addresses of the library's own handlers.
func ownAt(addr uintptr) []uintptr {
	if addr == 0 {
		return nil
	}
	return unsafe.Slice((*uintptr)(pointer(addr)), firstHandler-firstOwn)
}

// nodeInfo is a gasnet_nodeinfo_t.
type nodeInfo struct {
	Host, Supernode uint32
	Offset          uintptr
}

func segmentsAt(addr uintptr, n int) []Segment   { return unsafe.Slice((*Segment)(pointer(addr)), n) }
func nodeInfosAt(addr uintptr, n int) []nodeInfo { return unsafe.Slice((*nodeInfo)(pointer(addr)), n) }
func argsAt(addr uintptr, n int) []int32         { return unsafe.Slice((*int32)(pointer(addr)), n) }
func handlesAt(addr uintptr, n uint64) []uintptr {
	if addr == 0 || n == 0 {
		return nil
	}
	return unsafe.Slice((*uintptr)(pointer(addr)), n)
}

func storeInt(addr uintptr, v int32)   { *(*int32)(pointer(addr)) = v }
func storeNode(addr uintptr, v uint32) { *(*uint32)(pointer(addr)) = v }

// delivery is struct ga_gasnet_delivery_to of capi/plane_gasnet.h: a message whose handler C is to run.
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
	SizeofNodeInfo = unsafe.Sizeof(nodeInfo{})
	SizeofSegment  = unsafe.Sizeof(Segment{})
)

func deliveryAt(addr uintptr) *delivery { return (*delivery)(pointer(addr)) }
