package check

import (
	"cmp"
	"slices"
)

// Block is memory that a rank's program has allocated.
type Block struct {
	At, Bytes uint64
	Rank      int
	PC        uint64 // behind the call
}

// Allocated says where memory comes from, for reports.
func (c *Checker) Allocated(rank int, at, bytes, pc uint64) {
	if at == 0 || bytes == 0 {
		return
	}
	i, found := c.block(at)
	b := Block{at, bytes, rank, pc}
	if found {
		c.blocks[i] = b
	} else {
		c.blocks = slices.Insert(c.blocks, i, b)
	}
}

func (c *Checker) block(at uint64) (int, bool) {
	return slices.BinarySearchFunc(c.blocks, at, func(b Block, at uint64) int { return cmp.Compare(b.At, at) })
}

// Freed says that memory ends its life: what has accessed it races with nothing any more.
func (c *Checker) Freed(at, bytes uint64) {
	c.shadow.forget(at, bytes)
	if i, found := c.block(at); found {
		c.blocks = slices.Delete(c.blocks, i, i+1)
	}
}

// BlockOf is the block that an address is in.
func (c *Checker) BlockOf(at uint64) (Block, bool) {
	i, found := c.block(at)
	if !found {
		i--
	}
	if i < 0 || at-c.blocks[i].At >= c.blocks[i].Bytes {
		return Block{}, false
	}
	return c.blocks[i], true
}
