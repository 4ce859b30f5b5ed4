package gasnet

import (
	"fmt"

	"gasnetgo/gasnet/conduit"
)

// order says which free index an entry with index 0 gets. GASNet-1 leaves it open; GASNet-EX counts down.
type order bool

const (
	lowestFirst  order = false
	highestFirst order = true
)

// register adds a table's handlers to those that are registered: first those with an index, then each with index 0 at a free one, in the table's order. The entries get the
// indices that were chosen. After an error nothing has been added.
//
// Spec: GASNet 1.8, gasnet_attach; GASNet-EX 0.19, gex_EP_RegisterHandlers
func (h *Handlers) register(table []entry, o order) error {
	all := *h
	for i, e := range table {
		switch {
		case e.Index == 0:
		case e.Index < conduit.FirstProgram:
			return fmt.Errorf("table[%d].index = %d: programs have %d to 255, or 0 for any", i, e.Index, conduit.FirstProgram)
		case all[e.Index] != 0:
			return fmt.Errorf("table[%d].index = %d: given twice", i, e.Index)
		case e.Fn == 0:
			return fmt.Errorf("table[%d].fnptr = NULL", i)
		default:
			all[e.Index] = e.Fn
		}
	}
	chosen := make([]uint8, len(table))
	for i, e := range table {
		if e.Index != 0 {
			chosen[i] = e.Index
			continue
		}
		next := all.free(o)
		switch {
		case next == 0:
			return fmt.Errorf("table[%d]: no index is free, there are %d", i, len(all)-conduit.FirstProgram)
		case e.Fn == 0:
			return fmt.Errorf("table[%d].fnptr = NULL", i)
		}
		chosen[i] = next
		all[next] = e.Fn
	}
	for i := range table {
		table[i].Index = chosen[i]
	}
	*h = all
	return nil
}

// free is the first free index of programs, or 0.
func (h *Handlers) free(o order) uint8 {
	for i := range len(h) - conduit.FirstProgram {
		index := conduit.FirstProgram + i
		if o == highestFirst {
			index = len(h) - 1 - i
		}
		if h[index] == 0 {
			return uint8(index)
		}
	}
	return 0
}

// Register adds the handlers of a table. An entry without an index gets a free one, the highest first, from 255 down. The call is not collective: peers must not send to a handler before its rank has
// registered it. On ErrResource a line on standard error has the reason.
//
// Spec: GASNet-EX 0.19, gex_EP_RegisterHandlers
func (r *Rank) Register(fn string, table uintptr, n uint64) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.communicates() {
		return ErrNotInit, nil
	}
	wide := wideEntriesAt(table, n)
	entries := make([]entry, len(wide))
	for i, e := range wide {
		entries[i] = entry{Index: e.Index, Fn: e.Fn}
	}
	if wrong := r.handlers.register(entries, highestFirst); wrong != nil {
		return r.refuse(fn, ErrResource, wrong), nil
	}
	for i, e := range entries {
		wide[i].Index = e.Index
	}
	return OK, nil
}

// entry is a gasnet_handlerentry_t.
type entry struct {
	Index uint8
	_     [7]byte
	Fn    uintptr
}

// wideEntry is a gex_AM_Entry_t.
type wideEntry struct {
	entry
	Flags, NArgs uint32
	Data, Name   uintptr
}
