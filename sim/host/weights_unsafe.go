package host

// #include <errno.h>
// #include "host.h"
import "C"

import (
	"fmt"
	"path/filepath"
	"unsafe"

	"gasnetgo/sim/count"
)

// Weigh sets the weights of objects of the program that count their instructions, also of those that ranks open later. Call it before Compact, and before the first rank is made. An error says which object's table
// is damaged, or has no memory. Counted objects are those of which Counts is true.
func (im *Image) Weigh(w *count.Weights) error {
	im.weights = w
	for i := 0; im.Path(i) != ""; i++ {
		if err := im.weigh(i); err != nil {
			return err
		}
	}
	return nil
}

// weigh does that for an object.
func (im *Image) weigh(object int) error {
	var n C.uint64_t
	file := C.ga_sim_file(im.c, C.int(object), &n)
	if file == nil {
		return nil
	}
	t, err := count.In(unsafe.Slice((*byte)(file), n))
	if err != nil {
		return fmt.Errorf("%s: %w", im.Path(object), err)
	}
	if im.counts == nil {
		im.counts = map[string]bool{}
	}
	im.counts[filepath.Base(im.Path(object))] = t != nil
	if t == nil || len(t.Blocks) == 0 {
		return nil
	}
	all := make([]C.struct_ga_sim_weight, len(t.Blocks))
	for i := range t.Blocks {
		all[i] = C.struct_ga_sim_weight{offset: C.uint64_t(t.Blocks[i].Offset), value: C.uint32_t(im.weights.Of(&t.Blocks[i].Counts))}
	}
	if ok, err := C.ga_sim_weigh(im.c, C.int(object), C.uint64_t(t.Counter), &all[0], C.size_t(len(all))); !bool(ok) {
		return fmt.Errorf("%s: no memory for a copy of it with weights: %w", im.Path(object), err)
	}
	return nil
}

// Counts has the names of the objects that Weigh has found, and whether they count.
func (im *Image) Counts() map[string]bool { return im.counts }

// Counted is the sum of the weights of the blocks that the rank's program has passed since the last call, in the program and in all libraries that it has for itself.
func (r *Rank) Counted() uint64 { return uint64(C.ga_sim_counted(r.c)) }
