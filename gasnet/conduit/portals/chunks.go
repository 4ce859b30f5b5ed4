package portals

import (
	"gasnetgo/internal/memory"
)

// chunks is memory in pieces of ChunkBytes.
type chunks struct {
	memory []byte // Portals has its address only
	base   uintptr
	free   []uint32 // the last one is used first: it is in the caches
}

func newChunks(b []byte) chunks {
	c := chunks{memory: b, base: memory.Address(b)}
	for i := len(b)/ChunkBytes - 1; i >= 0; i-- {
		c.free = append(c.free, uint32(i))
	}
	return c
}

// take returns a chunk. There is one.
func (c *chunks) take() uint32 {
	i := c.free[len(c.free)-1]
	c.free = c.free[:len(c.free)-1]
	return i
}

func (c *chunks) some() bool { return len(c.free) > 0 }

func (c *chunks) give(i uint32) { c.free = append(c.free, i) }

func (c *chunks) offset(i uint32) uint64 { return uint64(i) * ChunkBytes }

func (c *chunks) at(i uint32) uintptr { return c.base + uintptr(c.offset(i)) }
