package portals

import "unsafe"

// address is where b lies. Portals takes addresses; the memory is the program's, or a flight's cell, which stays where it is.
func address(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// bytes is the element in the cell.
func (f *flight) bytes() []byte { return unsafe.Slice((*byte)(unsafe.Pointer(&f.cell)), f.width) }
