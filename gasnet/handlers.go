package gasnet

import (
	"fmt"

	"gasnetgo/gasnet/conduit"
)

// register places a table's handlers: those with an index first, then each with index 0 at the lowest that is free, in the table's order. The entries get the
// indices that were chosen.
//
// Spec: GASNet 1.8, gasnet_attach
func register(table []entry) (h Handlers, err error) {
	for i, e := range table {
		switch {
		case e.Index == 0:
		case e.Index < conduit.FirstProgram:
			return h, fmt.Errorf("table[%d].index = %d: programs have %d to 255, or 0 for any", i, e.Index, conduit.FirstProgram)
		case h[e.Index] != 0:
			return h, fmt.Errorf("table[%d].index = %d: given twice", i, e.Index)
		case e.Fn == 0:
			return h, fmt.Errorf("table[%d].fnptr = NULL", i)
		default:
			h[e.Index] = e.Fn
		}
	}
	next := conduit.FirstProgram
	for i := range table {
		e := &table[i]
		if e.Index != 0 {
			continue
		}
		for next < len(h) && h[next] != 0 {
			next++
		}
		switch {
		case next == len(h):
			return h, fmt.Errorf("table[%d]: no index is free, there are %d", i, len(h)-conduit.FirstProgram)
		case e.Fn == 0:
			return h, fmt.Errorf("table[%d].fnptr = NULL", i)
		}
		e.Index = uint8(next)
		h[next] = e.Fn
	}
	return h, nil
}

// entry is a gasnet_handlerentry_t.
type entry struct {
	Index uint8
	_     [7]byte
	Fn    uintptr
}
