package portals

import (
	"gasnetgo/internal/pace"
	ptl "gasnetgo/portals"
	"gasnetgo/portals/client"
)

// firehose is descriptors of memory outside of the segment that are kept when a transfer is over, since the next one often is from the same place. A descriptor
// covers whole pages. One that lies beside others takes their place, as long as it is not too large. Those that nothing uses are victims: the one used
// longest ago goes first.
type firehose struct {
	core     *Core
	pages    map[uintptr]*region // by page: the region that transfers use there
	count    int                 // regions
	idle     uint64              // bytes of victims
	oldest   *region             // of the victims
	newest   *region
	replaced []*region // victims whose memory another region covers: they go with the next call

	made, hits uint64
}

// region is a descriptor of pages.
type region struct {
	base       uintptr
	bytes      uint64
	md         ptl.Handle
	users      int
	covered    bool    // by another region
	prev, next *region // among the victims
}

func newFirehose(c *Core) firehose { return firehose{core: c, pages: map[uintptr]*region{}} }

// acquire returns a region with n bytes at addr, which the caller uses until release; nil if there cannot be another one now.
func (f *firehose) acquire(addr uintptr, n uint64) *region {
	f.sweep()
	if r := f.pages[addr/page]; r != nil && r.has(addr, n) {
		f.hits++
		f.use(r)
		return r
	}
	from, to := addr/page, (addr+uintptr(max(n, 1))-1)/page+1
	low, high := from, to
	var beside [2]*region
	beside[0], beside[1] = f.pages[from-1], f.pages[to]
	join := func(r *region) {
		if r == nil {
			return
		}
		l, h := min(low, r.base/page), max(high, (r.base+uintptr(r.bytes))/page)
		if uint64(h-l)*page <= f.core.Options.RegionBytes {
			low, high = l, h
		}
	}
	for p := from; p < to; p++ {
		join(f.pages[p])
	}
	join(beside[0])
	join(beside[1])
	r := f.create(low*page, uint64(high-low)*page)
	if r == nil {
		return nil
	}
	for p := low; p < high; p++ {
		if old := f.pages[p]; old != nil && !old.covered && old.base >= r.base && old.base+uintptr(old.bytes) <= r.base+uintptr(r.bytes) {
			old.covered = true
			if old.users == 0 {
				f.replaced = append(f.replaced, old)
			}
		}
		f.pages[p] = r
	}
	return r
}

func (r *region) has(addr uintptr, n uint64) bool {
	return addr >= r.base && uint64(addr-r.base)+n <= r.bytes
}

// use takes a region from the victims if it is one.
func (f *firehose) use(r *region) {
	if r.users == 0 {
		f.unlist(r)
	}
	r.users++
}

// release ends one use of a region.
func (f *firehose) release(r *region) {
	if r.users--; r.users > 0 {
		return
	}
	f.list(r)
	if r.covered {
		f.replaced = append(f.replaced, r)
	}
	for f.idle > f.core.Options.VictimBytes && f.oldest != nil {
		f.destroy(f.oldest)
	}
}

// sweep destroys the regions that others have replaced, unless they are used again.
func (f *firehose) sweep() {
	for _, r := range f.replaced {
		if r.users == 0 && r.md != ptl.InvalidHandle {
			f.destroy(r)
		}
	}
	f.replaced = f.replaced[:0]
}

// create makes a region in use.
func (f *firehose) create(base uintptr, bytes uint64) *region {
	c := f.core
	for f.count >= c.Options.Regions {
		if f.oldest == nil {
			return nil
		}
		f.destroy(f.oldest)
	}
	c.World.Charge(pace.Call, 1)
	h, code := c.Host.NI.MDBind(Segment{Base: base, Len: bytes}.Describe(client.NoStart, c.safe.Handle()), nil, ptl.Retain)
	if code != ptl.OK {
		return nil
	}
	f.made++
	f.count++
	return &region{base: base, bytes: bytes, md: h, users: 1}
}

// destroy ends a victim.
func (f *firehose) destroy(r *region) {
	f.core.World.Charge(pace.Call, 1)
	f.core.Host.NI.MDUnlink(r.md)
	f.unlist(r)
	f.count--
	for p := r.base / page; p < (r.base+uintptr(r.bytes))/page; p++ {
		if f.pages[p] == r {
			delete(f.pages, p)
		}
	}
	r.md = ptl.InvalidHandle
}

func (f *firehose) list(r *region) {
	f.idle += r.bytes
	r.prev, r.next = f.newest, nil
	if f.newest == nil {
		f.oldest = r
	} else {
		f.newest.next = r
	}
	f.newest = r
}

func (f *firehose) unlist(r *region) {
	f.idle -= r.bytes
	if r.prev == nil {
		f.oldest = r.next
	} else {
		r.prev.next = r.next
	}
	if r.next == nil {
		f.newest = r.prev
	} else {
		r.next.prev = r.prev
	}
	r.prev, r.next = nil, nil
}

// close destroys all. None is in use.
func (f *firehose) close() {
	for f.oldest != nil {
		f.destroy(f.oldest)
	}
}
