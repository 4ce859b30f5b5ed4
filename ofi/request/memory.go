package request

import "fmt"

// Memory is memory of this rank that peers may use: so many bytes from Base on.
type Memory struct{ Base, Bytes uint64 }

// Has reports whether bytes at an address are all in the memory.
func (m Memory) Has(at, bytes uint64) bool {
	return at >= m.Base && at-m.Base <= m.Bytes && bytes <= m.Bytes-(at-m.Base)
}

// Check is an error if bytes at an address are not all in the memory. The initiator has checked that, so only a damaged or impossible message is about others.
func (m Memory) Check(at, bytes uint64) error {
	if !m.Has(at, bytes) {
		return Outside(at, bytes)
	}
	return nil
}

// Outside is the error of a message about memory that peers may not use.
func Outside(at, bytes uint64) error {
	return fmt.Errorf("%d bytes at %#x are not all in memory that peers may use", bytes, at)
}
