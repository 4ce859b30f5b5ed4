package naltest

import "gasnetgo/internal/memory"

// address is where bytes are. They must stay reachable as long as a descriptor names them.
func address(b []byte) uintptr { return memory.Address(b) }
