package portals

const (
	chunkBits = 4
	chunkSize = 1 << chunkBits

	// slack is how many other free slots there must be before a slot is used again. Programs unlink descriptors that the library unlinked
	// long ago; together with the generation this keeps such a handle from naming a stranger.
	slack = 1024
)

// slab holds the objects of one kind. An object does not move while it exists, and its handle finds it in two steps.
type slab[T any] struct {
	first  *[chunkSize]slot[T] // most programs need no other
	chunks []*[chunkSize]slot[T]
	kind   Handle
	limit  uint32 // objects at a time
	slots  uint32 // slots there may be
	fresh  uint32 // slots used so far
	live   uint32
	free   uint32 // slots in the queue of free ones
	oldest uint32 // end of the queue where slots are taken
	newest uint32 // end where they are put
}

// slot is an object and what names it: a descriptor's or an entry's has two lines of a cache.
type slot[T any] struct {
	object T
	handle Handle // InvalidHandle: free. A slot that was never used has 0, which is no handle of it, for slot 0 is the first that is used
	last   Handle // that the slot had
	next   uint32 // free slot after this one
}

// newSlab has room for limit objects. spare more slots keep handles from coming back soon.
func newSlab[T any](kind Handle, limit, spare uint32) slab[T] {
	return slab[T]{kind: kind, limit: limit, slots: min(limit+spare, maxSlots)}
}

// at is the object that h names, nil if there is none.
func (s *slab[T]) at(h Handle) *T {
	i := h.Index()
	if i < chunkSize && s.first != nil {
		if at := &s.first[i]; at.handle == h {
			return &at.object
		}
		return nil
	}
	if c := int(i >> chunkBits); c < len(s.chunks) {
		if at := &s.chunks[c][i%chunkSize]; at.handle == h {
			return &at.object
		}
	}
	return nil
}

func (s *slab[T]) slot(i uint32) *slot[T] { return &s.chunks[i>>chunkBits][i%chunkSize] }

func (s *slab[T]) full() bool { return s.live >= s.limit }

// allocate allocates an object, whose contents are left from earlier use. There must be a free one.
func (s *slab[T]) allocate() (*T, Handle) {
	s.live++
	if s.free > slack || s.fresh == s.slots {
		at := s.slot(s.oldest)
		s.oldest = at.next
		s.free--
		at.last = at.last.following()
		at.handle = at.last
		return &at.object, at.handle
	}
	i := s.fresh
	s.fresh++
	if i%chunkSize == 0 {
		s.chunks = append(s.chunks, new([chunkSize]slot[T]))
		s.first = s.chunks[0]
	}
	at := s.slot(i)
	at.last = s.kind | 1<<indexBits | Handle(i)
	at.handle = at.last
	return &at.object, at.handle
}

// drop ends the object that h names.
func (s *slab[T]) drop(h Handle) {
	i := h.Index()
	s.slot(i).handle = InvalidHandle
	if s.free == 0 {
		s.oldest = i
	} else {
		s.slot(s.newest).next = i
	}
	s.newest = i
	s.free++
	s.live--
}
