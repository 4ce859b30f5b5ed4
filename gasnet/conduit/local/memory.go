package local

import "gasnetgo/internal/memory"

// copied is a copy that is aligned for everything, and what keeps it.
func copied(from uintptr, n uint64) (at uintptr, keep any) {
	room := make([][2]uint64, n/16+1)
	at = memory.Address(room)
	if at%16 != 0 {
		room = make([][2]uint64, n/16+2)
		at = (memory.Address(room) + 15) &^ 15
	}
	memory.Copy(at, from, n)
	return at, room
}
