package check

// Memory is remembered in granules: what has accessed each, as long as a later access could race with it.
const (
	granule     = 8
	pageBytes   = 4096
	pageGranule = pageBytes / granule
)

// record is an access of a granule that is over, or in flight, since a tick of a component.
type record struct {
	tick   tick
	access uint32 // its number
	by     component
	mask   uint8 // bytes of the granule
	write  bool
}

// history is the records of a granule: nearly always one or none.
type history struct {
	one  record // mask 0: none
	more *[]record
}

type page [pageGranule]history

// shadow is the memory of all ranks.
type shadow struct {
	pages    map[uint64]*page
	last     *page // that was used last, and its number
	lastPage uint64
}

func (s *shadow) page(number uint64, make bool) *page {
	if s.last != nil && s.lastPage == number {
		return s.last
	}
	p := s.pages[number]
	if p == nil {
		if !make {
			return nil
		}
		if s.pages == nil {
			s.pages = map[uint64]*page{}
		}
		p = new(page)
		s.pages[number] = p
	}
	s.last, s.lastPage = p, number
	return p
}

// forget is for memory that begins a new life, or ends one.
func (s *shadow) forget(at, bytes uint64) {
	for end := at + bytes; at < end; {
		next := min(end, (at/pageBytes+1)*pageBytes)
		if p := s.page(at/pageBytes, false); p != nil {
			if next-at == pageBytes {
				delete(s.pages, at/pageBytes)
				s.last = nil
			} else {
				for g := at; g < next; g += granule - g%granule {
					p[g%pageBytes/granule].forget(mask(g, next))
				}
			}
		}
		at = next
	}
}

// mask is the bytes of the granule of at, from there up to end.
func mask(at, end uint64) uint8 {
	from := at % granule
	to := min(granule, from+end-at)
	return uint8(1<<to-1) &^ uint8(1<<from-1)
}

func (c *history) forget(m uint8) {
	c.one.mask &^= m
	if c.more == nil {
		return
	}
	kept := (*c.more)[:0]
	for _, r := range *c.more {
		if r.mask &^= m; r.mask != 0 {
			kept = append(kept, r)
		}
	}
	*c.more = kept
	c.settle()
}

// settle has the history's first record be in it.
func (c *history) settle() {
	if c.one.mask != 0 || c.more == nil {
		return
	}
	if n := len(*c.more); n > 0 {
		c.one = (*c.more)[n-1]
		*c.more = (*c.more)[:n-1]
	}
	if len(*c.more) == 0 {
		c.more = nil
	}
}

// add remembers one more, in place of those that covers holds for: every access that races with one of them races with the new one, too.
func (c *history) add(r record, covers func(old *record) bool) {
	if c.more != nil {
		kept := (*c.more)[:0]
		for i := range *c.more {
			if old := (*c.more)[i]; !covers(&old) {
				kept = append(kept, old)
			}
		}
		*c.more = kept
	}
	if c.one.mask == 0 || covers(&c.one) {
		c.one = r
		if c.more != nil && len(*c.more) == 0 {
			c.more = nil
		}
		return
	}
	if c.more == nil {
		c.more = new([]record)
	}
	*c.more = append(*c.more, r)
}
