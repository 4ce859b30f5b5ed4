package run

import (
	"gasnetgo/sim/host"
)

// Reserve is memory for symmetric heaps.
func (s *simulation) Reserve(bytes, align uint64) (uintptr, error) { return host.Reserve(bytes, align) }

// Hide reserves addresses.
func (s *simulation) Hide(rank int, bytes uint64) (uintptr, error) {
	at, err := s.ranks[rank].Map(bytes)
	return uintptr(at), err
}

// Unhide gives them back.
func (s *simulation) Unhide(rank int, at uintptr) { s.Unwatch(rank, at) }

// Watch has polls be seen.
func (s *simulation) Watch(rank int, at uintptr, bytes uint64) error {
	return s.ranks[rank].Watch(uint64(at), bytes)
}

// Unwatch ends that.
func (s *simulation) Unwatch(rank int, at uintptr) {
	_ = s.ranks[rank].Unwatch(uint64(at)) // refused only where nothing is watched
}

// Reach opens memory that is watched.
func (s *simulation) Reach(rank int, at uintptr, bytes uint64) bool {
	_, accessed := s.ranks[rank].Reach(uint64(at), bytes)
	return accessed
}

// Fetch loads from memory that may be watched.
func (s *simulation) Fetch(rank int, at uintptr, into []byte) {
	s.ranks[rank].Fetch(uint64(at), into)
}

// Data is a rank's global variables.
func (s *simulation) Data(rank int) (uintptr, uint64) {
	d := s.ranks[rank].Data()
	return uintptr(d.At), d.Bytes
}
