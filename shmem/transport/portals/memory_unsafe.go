package portals

import "unsafe"

// bytes is the element in the cell.
func (f *flight) bytes() []byte { return unsafe.Slice((*byte)(unsafe.Pointer(&f.cell)), f.width) }
