// Package heap allocates offsets of a symmetric heap. It is pure bookkeeping: it never touches the heap's memory, and its state depends only on the sequence of
// calls, so ranks that make the same calls get the same offsets without communication.
//
// Free blocks are kept in two-level segregated lists (powers of two, each divided into 32 steps) with bitmaps over them, so that finding, splitting and
// coalescing a block take constant time. Block descriptions are stored outside the heap: a block of exactly the heap's size can be allocated, and out-of-bounds
// writes of a program do not damage them. A search takes the first block of the next larger class; only when there is none does it search blocks that may or
// may not fit, so an allocation fails only if no free block can hold it.
package heap
