package capi

/*
#include <stdlib.h>
#include "runtime/pmix.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

// libpmix is job.PMIx over the library of that name, loaded at run time.
type libpmix struct{}

func pmixError(call string, rc C.int) error {
	switch rc {
	case 0:
		return nil
	case C.GA_PMIX_MISSING:
		return errors.New("libpmix cannot be loaded")
	}
	return fmt.Errorf("%s: status %d", call, int(rc))
}

// Init joins the namespace of this process.
func (libpmix) Init() (rank, size int, nspace string, err error) {
	var r, n C.uint32_t
	var name [C.GA_PMIX_NAMESPACE]C.char
	rc := C.ga_pmix_init(&r, &n, &name[0])
	return int(r), int(n), C.GoString(&name[0]), pmixError("PMIx_Init", rc)
}

// Put publishes a text of this rank.
func (libpmix) Put(key, value string) error {
	k, v := C.CString(key), C.CString(value)
	defer C.free(unsafe.Pointer(k))
	defer C.free(unsafe.Pointer(v))
	return pmixError("PMIx_Put", C.ga_pmix_put(k, v))
}

// Fence blocks until all ranks have called it.
func (libpmix) Fence() error { return pmixError("PMIx_Fence", C.ga_pmix_fence()) }

// Get returns what rank has put under key.
func (libpmix) Get(rank int, key string) (string, error) {
	k := C.CString(key)
	defer C.free(unsafe.Pointer(k))
	var text [1024]C.char
	rc := C.ga_pmix_get(C.uint32_t(rank), k, &text[0], C.size_t(len(text)))
	return C.GoString(&text[0]), pmixError("PMIx_Get", rc)
}

// Finalize takes leave of the launcher.
func (libpmix) Finalize() error { return pmixError("PMIx_Finalize", C.ga_pmix_finalize()) }

// Abort asks the launcher to end the job.
func (libpmix) Abort(status int, msg string) error {
	m := C.CString(msg)
	defer C.free(unsafe.Pointer(m))
	return pmixError("PMIx_Abort", C.ga_pmix_abort(C.int(status), m))
}
