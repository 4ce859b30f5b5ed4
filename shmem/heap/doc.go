// Package heap allocates offsets of a symmetric heap. It is pure bookkeeping: it never touches the memory it hands out, and its state depends on
// nothing but the sequence of calls, so ranks that make the same calls get the same offsets without talking to each other.
//
// Free blocks are kept in two-level segregated lists (powers of two, each cut into 32 steps) with bitmaps over them, so that finding, splitting and
// coalescing a block take constant time. Descriptions of blocks live outside the heap: a block of exactly the heap's size
// can be had, and nothing that a program writes out of bounds damages them. A search takes the first block of the next larger class;
// only when there is none does it look through blocks that may or may not fit, so an allocation fails only if no free block can hold it.
package heap
