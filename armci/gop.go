package armci

import (
	"cmp"
	"math"
	"strings"

	"gasnetgo/internal/fault"
)

// Types of the message layer.
const (
	typeInt      = -99
	typeLong     = -101
	typeLongLong = -102
	typeFloat    = -306
	typeDouble   = -307
)

// combiner is a reduction of elements of a size. prepare changes a process's own elements first; it may be nil.
type combiner struct {
	size    int
	combine func(into, from []byte)
	prepare func(x []byte)
}

type integer interface{ ~int32 | ~int64 }
type number interface{ integer | ~float32 | ~float64 }

// combinerOf finds a reduction by its name, which only its beginning matters of.
func combinerOf(name uintptr, typ int32) (combiner, error) {
	if name == 0 {
		return combiner{}, fault.New("op", fault.Addr(0), "not an operation")
	}
	op := cString(name)
	var c combiner
	var ok bool
	switch typ {
	case typeInt:
		c, ok = integers[int32](op, 4)
	case typeLong, typeLongLong:
		c, ok = integers[int64](op, 8)
	case typeFloat:
		c, ok = numbers[float32](op, 4)
	case typeDouble:
		c, ok = numbers[float64](op, 8)
	default:
		return c, fault.New("type", typ, "not ARMCI_INT, ARMCI_LONG, ARMCI_LONG_LONG, ARMCI_FLOAT or ARMCI_DOUBLE")
	}
	if !ok {
		return c, fault.New("op", op, `not "+", "*", "max", "min", "absmax", "absmin", or for integers "or", "&&", "||", "&", "|"`)
	}
	return c, nil
}

// numbers are the operations of all types.
func numbers[T number](op string, size int) (combiner, bool) {
	abs := func(x []byte) {
		for i, v := range elementsOf[T](x) {
			if v < 0 {
				elementsOf[T](x)[i] = -v
			}
		}
	}
	switch {
	case strings.HasPrefix(op, "+"):
		return each(size, nil, func(a, b T) T { return a + b }), true
	case strings.HasPrefix(op, "*"):
		return each(size, nil, func(a, b T) T { return a * b }), true
	case strings.HasPrefix(op, "max"):
		return each(size, nil, func(a, b T) T { return max(a, b) }), true
	case strings.HasPrefix(op, "min"):
		return each(size, nil, func(a, b T) T { return min(a, b) }), true
	case strings.HasPrefix(op, "absmax"):
		return each(size, abs, func(a, b T) T { return max(a, b) }), true
	case strings.HasPrefix(op, "absmin"):
		return each(size, abs, func(a, b T) T { return min(a, b) }), true
	}
	return combiner{}, false
}

// integers are those of integers.
func integers[T integer](op string, size int) (combiner, bool) {
	truth := func(b bool) T {
		if b {
			return 1
		}
		return 0
	}
	switch {
	case strings.HasPrefix(op, "&&"), strings.HasPrefix(op, "land"):
		return each(size, nil, func(a, b T) T { return truth(a != 0 && b != 0) }), true
	case strings.HasPrefix(op, "||"), strings.HasPrefix(op, "lor"):
		return each(size, nil, func(a, b T) T { return truth(a != 0 || b != 0) }), true
	case strings.HasPrefix(op, "&"), strings.HasPrefix(op, "band"):
		return each(size, nil, func(a, b T) T { return a & b }), true
	case strings.HasPrefix(op, "|"), strings.HasPrefix(op, "bor"), strings.HasPrefix(op, "or"):
		return each(size, nil, func(a, b T) T { return a | b }), true
	}
	return numbers[T](op, size)
}

func each[T number](size int, prepare func([]byte), f func(a, b T) T) combiner {
	return combiner{size: size, prepare: prepare, combine: func(into, from []byte) {
		a, b := elementsOf[T](into), elementsOf[T](from)
		for i := range a {
			a[i] = f(a[i], b[i])
		}
	}}
}

// betterOf compares keys of armci_msg_sel.
func betterOf(name uintptr, typ int32) (better func(a, b []byte) bool, size int, err error) {
	if name == 0 {
		return nil, 0, fault.New("op", fault.Addr(0), "not an operation")
	}
	op, sign := cString(name), 1
	switch {
	case strings.HasPrefix(op, "min"):
		sign = -1
	case !strings.HasPrefix(op, "max"):
		return nil, 0, fault.New("op", op, `not "min" or "max"`)
	}
	switch typ {
	case typeInt:
		return keys[int32](sign), 4, nil
	case typeLong, typeLongLong:
		return keys[int64](sign), 8, nil
	case typeFloat:
		return keys[float32](sign), 4, nil
	case typeDouble:
		return keys[float64](sign), 8, nil
	}
	return nil, math.MaxInt, fault.New("type", typ, "not ARMCI_INT, ARMCI_LONG, ARMCI_LONG_LONG, ARMCI_FLOAT or ARMCI_DOUBLE")
}

func keys[T number](sign int) func(a, b []byte) bool {
	return func(a, b []byte) bool { return cmp.Compare(elementsOf[T](a)[0], elementsOf[T](b)[0]) == sign }
}
