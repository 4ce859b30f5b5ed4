package sisci

import (
	"cmp"
	"maps"
	"slices"
)

// Handle is what a program holds of an object: the address of an incomplete type in C, where no memory is. 0 is NULL. It has the object's kind in its low byte, and
// above that how many objects of the kind the process had made. No handle is used twice, so those of objects that have ended stay known without their objects.
type Handle uint64

// Kind is the type of a handle.
type Kind uint8

// Kinds of handles, which begin at 1.
const (
	KindDescriptor Kind = iota + 1
	KindLocalSegment
	KindRemoteSegment
	KindMap
	KindSequence
	KindQueue
	KindBlock
	KindInterrupt
	KindRemoteInterrupt
	KindDataInterrupt
	KindRemoteDataInterrupt
)

const kindBits = 8

// Kind is that of the object that a handle names, if it names one.
func (h Handle) Kind() Kind { return Kind(h) }

// table is the objects of one kind.
type table[T any] struct {
	kind    Kind
	last    uint64 // objects that there have been
	before  uint64 // of them, those of before SCITerminate
	objects map[Handle]T
}

func newTable[T any](k Kind) table[T] { return table[T]{kind: k, objects: map[Handle]T{}} }

// add gives an object its handle.
func (t *table[T]) add(object T) Handle {
	t.last++
	h := Handle(t.last<<kindBits | uint64(t.kind))
	t.objects[h] = object
	return h
}

// drop ends an object.
func (t *table[T]) drop(h Handle) { delete(t.objects, h) }

// serial is which of the objects a handle names; 0: none of this kind, that there has ever been.
func (t *table[T]) serial(h Handle) uint64 {
	if n := uint64(h) >> kindBits; Kind(h) == t.kind && n <= t.last {
		return n
	}
	return 0
}

// clear ends all objects, as SCITerminate does.
func (t *table[T]) clear() {
	t.before = t.last
	clear(t.objects)
}

// find is the object of a handle that a call uses.
func find[T any](p *Process, t *table[T], h Handle) (object T, code Code) {
	if !p.initialized {
		return object, NotInitialized
	}
	object, ok := t.objects[h]
	if !ok {
		return object, IllegalParameter
	}
	return object, OK
}

// ending is the object of a handle that a call ends, or whose use it ends. With done the code is all there is: after SCITerminate such calls succeed with every handle
// that there has been, since programs make them in any order and until they succeed.
func ending[T any](p *Process, t *table[T], h Handle) (object T, done bool, code Code) {
	object, ok := t.objects[h]
	switch n := t.serial(h); {
	case ok:
		return object, false, OK
	case n != 0 && n <= t.before:
		return object, true, OK
	case !p.initialized:
		return object, true, NotInitialized
	}
	return object, true, IllegalParameter
}

// all is the handles of objects, in the order in which they were made.
func (t *table[T]) all() []Handle { return sorted(t.objects) }

func sorted[K cmp.Ordered, T any](m map[K]T) []K { return slices.Sorted(maps.Keys(m)) }
