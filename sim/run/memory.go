package run

import (
	"golang.org/x/sys/unix"

	"gasnetgo/internal/memory"
	"gasnetgo/sim/host"
)

// Reserve is memory for symmetric heaps.
func (s *simulation) Reserve(bytes, align uint64) (uintptr, error) { return host.Reserve(bytes, align) }

// Hide reserves addresses.
func (s *simulation) Hide(bytes uint64) (uintptr, error) {
	b, err := unix.Mmap(-1, 0, int(bytes), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	if err != nil {
		return 0, err
	}
	at := memory.Address(b)
	if s.hidden == nil {
		s.hidden = map[uintptr][]byte{}
	}
	s.hidden[at] = b
	return at, nil
}

// Unhide gives them back.
func (s *simulation) Unhide(at uintptr, _ uint64) {
	if b, ok := s.hidden[at]; ok {
		delete(s.hidden, at)
		_ = unix.Munmap(b) // refused only for addresses that are none
	}
}

// Data is a rank's global variables.
func (s *simulation) Data(rank int) (uintptr, uint64) {
	d := s.ranks[rank].Data()
	return uintptr(d.At), d.Bytes
}
