package shmem

import (
	"math"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/heap"
)

// What Fortran's routines for memory report instead of ending the job.
//
// Spec: OpenSHMEM 1.4, sections on SHPALLOC, SHPCLMOVE and SHPDEALLC
const (
	wordsOK      int32 = 0
	wordsMoved   int32 = 1
	wordsLength  int32 = -1 // not greater than 0
	wordsNoRoom  int32 = -2
	wordsOutside int32 = -3 // not in the symmetric heap
	wordsFree    int32 = -4 // no block: freed, or never allocated
	wordsInside  int32 = -5 // within a block
)

// WordsAlloc allocates words of word bytes, as Malloc does. The status is 0, or what is wrong; that is an error instead if abort is set.
func (p *PE) WordsAlloc(fn string, words int64, word int32, abort bool) (uintptr, int32, error) {
	bytes, ok := wordBytes(words, word)
	if !ok {
		return 0, wordsLength, wrongLength(words, abort)
	}
	block, err := p.Malloc(fn, bytes, heap.Grain, 0, false)
	if err != nil || block != 0 {
		return block, wordsOK, err
	}
	return 0, wordsNoRoom, noWords(words, word, abort)
}

// WordsMove changes the size of a block, as Realloc does, and answers its place and whether it has moved. If something is wrong the block stays as it is.
func (p *PE) WordsMove(fn string, ptr uintptr, words int64, word int32, abort bool) (uintptr, int32, error) {
	bytes, ok := wordBytes(words, word)
	if !ok {
		return ptr, wordsLength, wrongLength(words, abort)
	}
	if status, err := p.wordsBlock(ptr, abort); status != wordsOK || err != nil {
		return ptr, status, err
	}
	block, err := p.Realloc(fn, ptr, bytes)
	switch {
	case err != nil:
		return ptr, wordsOK, err
	case block == 0:
		return ptr, wordsNoRoom, noWords(words, word, abort)
	case block != ptr:
		return block, wordsMoved, nil
	}
	return block, wordsOK, nil
}

// WordsFree frees a block, as Free does, or reports that ptr is none.
func (p *PE) WordsFree(fn string, ptr uintptr, abort bool) (int32, error) {
	if status, err := p.wordsBlock(ptr, abort); status != wordsOK || err != nil {
		return status, err
	}
	return wordsOK, p.Free(fn, ptr)
}

// wordsBlock reports whether ptr is a block; what it is instead is an error if abort is set.
func (p *PE) wordsBlock(ptr uintptr, abort bool) (int32, error) {
	a, err := p.up()
	if err != nil {
		return wordsOutside, err
	}
	off, err := p.inHeap(a, ptr)
	if err != nil {
		return wordsOutside, only(abort, err)
	}
	p.mu.Lock()
	_, block := a.heap.SizeOf(off)
	_, _, inside := a.heap.Around(off)
	p.mu.Unlock()
	switch {
	case block:
		return wordsOK, nil
	case inside:
		return wordsInside, only(abort, fault.New("addr", fault.Addr(ptr), "%s", p.notBlock(a, off)))
	}
	return wordsFree, only(abort, fault.New("addr", fault.Addr(ptr), "%s", p.notBlock(a, off)))
}

// wordBytes is the size of words; false if there is no such block. More than addresses span is the largest size, for which there is no room.
func wordBytes(words int64, word int32) (uint64, bool) {
	if words <= 0 {
		return 0, false
	}
	bytes, ok := product(uint64(words), uint64(word))
	if !ok {
		bytes = math.MaxUint64
	}
	return bytes, true
}

func wrongLength(words int64, abort bool) error {
	return only(abort, fault.New("length", words, "not greater than 0"))
}

func noWords(words int64, word int32, abort bool) error {
	return only(abort, fault.New("length", words, "no room for so many words of %d bytes (%s changes the size of the symmetric heap)", word, heapKnob))
}

// only is the error if the program has asked to end with it.
func only(abort bool, err error) error {
	if abort {
		return err
	}
	return nil
}
