package run

import "gasnetgo/sim/host"

// Reserve is memory for symmetric heaps.
func (s *simulation) Reserve(bytes, align uint64) (uintptr, error) { return host.Reserve(bytes, align) }

// Data is a rank's global variables.
func (s *simulation) Data(rank int) (uintptr, uint64) {
	d := s.ranks[rank].Data()
	return uintptr(d.At), d.Bytes
}
