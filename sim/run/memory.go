package run

import "golang.org/x/sys/unix"

// Reserve is memory for symmetric heaps.
func (s *simulation) Reserve(bytes, align uint64) (uintptr, error) {
	all := bytes + align
	at, err := unix.MmapPtr(-1, 0, nil, uintptr(all), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS|unix.MAP_NORESERVE)
	if err != nil {
		return 0, err
	}
	return (uintptr(at) + uintptr(align) - 1) &^ (uintptr(align) - 1), nil
}

// Data is a rank's global variables.
func (s *simulation) Data(rank int) (uintptr, uint64) {
	d := s.ranks[rank].Data()
	return uintptr(d.At), d.Bytes
}
