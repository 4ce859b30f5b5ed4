package conduittest

import "gasnetgo/internal/memory"

func address(b []byte) uintptr { return memory.Address(b) }

// room is n bytes whose address tests may pass on.
func room(n int) []byte { return memory.Room(n) }

func bytesAt(addr uintptr, n int) []byte { return memory.Bytes(addr, n) }
