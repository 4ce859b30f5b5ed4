package crash

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// Maps are the mappings of a process that hold code.
type Maps []mapping

type mapping struct {
	from, to, offset uint64
	path             string
}

// ReadMaps reads the text of /proc/PID/maps.
func ReadMaps(r io.Reader) Maps {
	var m Maps
	for lines := bufio.NewScanner(r); lines.Scan(); {
		f := strings.Fields(lines.Text())
		if len(f) < 6 || !strings.Contains(f[1], "x") {
			continue
		}
		low, high, _ := strings.Cut(f[0], "-")
		from, err1 := strconv.ParseUint(low, 16, 64)
		to, err2 := strconv.ParseUint(high, 16, 64)
		offset, err3 := strconv.ParseUint(f[2], 16, 64)
		if err1 == nil && err2 == nil && err3 == nil {
			m = append(m, mapping{from, to, offset, strings.TrimSuffix(strings.Join(f[5:], " "), " (deleted)")})
		}
	}
	return m
}

// Code reports whether an address is in a mapping of code, and in which file.
func (m Maps) Code(at uint64) (file string, ok bool) {
	for _, x := range m {
		if at >= x.from && at < x.to {
			return x.path, true
		}
	}
	return "", false
}

// Trace names program counters of the process, the innermost first, up to main of the executable: the others are return addresses.
func (m Maps) Trace(s *Symbols, executable string, pcs []uint64) (places []Place) {
	for i, pc := range pcs {
		at := pc
		if i > 0 {
			at-- // the call is before it
		}
		p := m.place(s, at)
		p.PC = pc
		places = append(places, p)
		if p.Function == "main" && p.Object == executable {
			break
		}
	}
	return places
}

func (m Maps) place(s *Symbols, at uint64) Place {
	for _, x := range m {
		if at < x.from || at >= x.to {
			continue
		}
		offset := at - x.from + x.offset
		if address, ok := s.file(x.path).address(offset); ok {
			p, _ := s.Find(x.path, address)
			return p
		}
		return Place{Object: x.path, Offset: offset}
	}
	return Place{}
}
