package conduittest

import "gasnetgo/internal/memory"

func address(b []byte) uintptr { return memory.Address(b) }

func bytesAt(addr uintptr, n int) []byte { return memory.Bytes(addr, n) }
