package node

import "unsafe"

// One page each: a rank's block shares no page with another's, so that the kernel may place each near its rank.
var (
	_ [Page - unsafe.Sizeof(Block{})]byte
	_ [Page - unsafe.Sizeof(RankBlock{})]byte
)

func (n *Node) block() *Block { return (*Block)(unsafe.Pointer(&n.head[offNode])) }

// Rank is local rank l's block. The memory belongs to the node and is valid until the process ends.
func (n *Node) Rank(l LocalRank) *RankBlock {
	return (*RankBlock)(unsafe.Pointer(&n.head[offRank+int(l)*Page]))
}

// Block is the host's node block, valid until the process ends.
func (n *Node) Block() *Block { return n.block() }

// Base is the address at which the memory file is mapped, the same in every rank.
func (n *Node) Base() uintptr { return uintptr(unsafe.Pointer(&n.head[0])) }

// wordAt is the 8-byte word at offset off of a mailbox ring; off is a multiple of Line.
func wordAt(ring []byte, off uint64) *uint64 { return (*uint64)(unsafe.Pointer(&ring[off])) }
