package client

import "unsafe"

// Element is the memory of the operation's element. It does not move.
func (o *Operation) Element() []byte { return unsafe.Slice((*byte)(unsafe.Pointer(&o.word)), o.width) }
