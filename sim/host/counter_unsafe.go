package host

// #include <errno.h>
// #include <stdlib.h>
// #include "host.h"
import "C"

import (
	"bytes"
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"gasnetgo/sim/host/counter"
	"gasnetgo/sim/host/x86"
)

// redirectReads has the program's reads of the time stamp counter make requests, in objects that are new since it was called last. Those for which that is not possible
// read the processor's counter, and a sentence in im.Notices says so.
func (im *Image) redirectReads() {
	if runtime.GOARCH != "amd64" {
		return
	}
	for i := C.ga_sim_unsearched(im.c); i >= 0; i = C.ga_sim_unsearched(im.c) {
		var n C.uint64_t
		file := C.ga_sim_file(im.c, i, &n)
		text := unsafe.Slice((*byte)(file), n)
		found := counter.In(bytes.NewReader(text))
		path := C.GoString(C.ga_sim_object(im.c, i))
		if im.weights != nil { // a library that a rank opens
			if err := im.weigh(int(i)); err != nil {
				im.notify(fmt.Sprintf("%v: what it computes takes no virtual time", err))
			}
		}
		if bool(C.ga_sim_waits_itself(im.c, i)) {
			found.Reads = append(found.Reads, counter.Calls(bytes.NewReader(text)).Reads...)
			slices.SortFunc(found.Reads, func(a, b counter.Read) int { return cmp.Compare(a.At, b.At) })
		}
		if err := im.redirect(i, found.Reads); err != nil {
			im.notice(path, found.Reads[0].At, len(found.Reads), fmt.Sprintf("because there is no memory for a changed copy of the program (%v)", err))
		}
		if len(found.Unclear) > 0 {
			im.notice(path, found.Unclear[0], len(found.Unclear), "because the code there cannot be decoded, and may be data")
		}
	}
}

// redirect does that in an object.
func (im *Image) redirect(object C.int, reads []counter.Read) error {
	if len(reads) == 0 {
		return nil
	}
	all := make([]C.struct_ga_sim_read, len(reads))
	for i, r := range reads {
		all[i] = C.struct_ga_sim_read{at: C.uint64_t(r.At), offset: C.uint64_t(r.Offset), length: C.uint32_t(r.Length)}
		switch r.Kind {
		case x86.Rdtscp:
			all[i].kind = C.GA_SIM_READS_PROCESSOR
		case x86.Syscall:
			all[i].kind = C.GA_SIM_CALLS_SYSTEM
		}
	}
	if ok, err := C.ga_sim_redirect_reads(im.c, object, &all[0], C.size_t(len(all))); !bool(ok) {
		return err
	}
	return nil
}

// notice adds the sentence about some reads, the first of which is at an address.
func (im *Image) notice(path string, at uint64, reads int, why string) {
	where := fmt.Sprintf("at %#x", at)
	if p, ok := im.read.Find(path, at); ok {
		where = "in " + p.Name()
	}
	more := ""
	if reads > 1 {
		more = fmt.Sprintf(" and %d more", reads-1)
	}
	im.notify(fmt.Sprintf("%s: a read of the time stamp counter (%s%s) stays in real time, %s", path, where, more, why))
}
