// Package engine is the engine of libfabric: it loads the plugin libgasnetgo-ofi.so, which is built where libfabric's headers are.
package engine

/*
#include <stdlib.h>
#include "engine.h"
#include "load.h"

// cgo calls no pointers to functions. The calls that a round trip consists of get an engine and its calls as numbers: cgo looks for Go's pointers behind each pointer.
#define CALLS(c) ((const struct ga_ofi_calls *)(c))
#define ENGINE(e) ((struct ga_ofi *)(e))
static int ofi_send(uintptr_t c, uintptr_t e, uint32_t peer, uintptr_t m, size_t n) { return CALLS(c)->send(ENGINE(e), peer, (const void *)m, n); }
static int ofi_poll(uintptr_t c, uintptr_t e, uintptr_t events, int room) { return CALLS(c)->poll(ENGINE(e), (struct ga_ofi_event *)events, room); }
static void ofi_release(uintptr_t c, uintptr_t e, uint64_t tag) { CALLS(c)->release(ENGINE(e), tag); }
static int ofi_write(uintptr_t c, uintptr_t e, uint32_t peer, uintptr_t from, size_t n, uint64_t to, uint64_t key, uint64_t tag)
{
	return CALLS(c)->write(ENGINE(e), peer, (const void *)from, n, to, key, tag);
}
static int ofi_read(uintptr_t c, uintptr_t e, uint32_t peer, uintptr_t to, size_t n, uint64_t from, uint64_t key, uint64_t tag)
{
	return CALLS(c)->read(ENGINE(e), peer, (void *)to, n, from, key, tag);
}

static int ofi_open(const struct ga_ofi_calls *c, const struct ga_ofi_config *config, struct ga_ofi **e, char *why) { return c->open(config, e, why); }
static void ofi_close(const struct ga_ofi_calls *c, struct ga_ofi *e) { c->close(e); }
static const char *ofi_provider(const struct ga_ofi_calls *c, struct ga_ofi *e) { return c->provider(e); }
static const char *ofi_domain(const struct ga_ofi_calls *c, struct ga_ofi *e) { return c->domain(e); }
static int ofi_ordered(const struct ga_ofi_calls *c, struct ga_ofi *e) { return c->ordered(e); }
static size_t ofi_address(const struct ga_ofi_calls *c, struct ga_ofi *e, void *to, size_t room) { return c->address(e, to, room); }
static int ofi_connect(const struct ga_ofi_calls *c, struct ga_ofi *e, const void *a, size_t each, uint32_t n) { return c->connect(e, a, each, n); }
static int ofi_expose(const struct ga_ofi_calls *c, struct ga_ofi *e, uintptr_t base, size_t n, uint64_t wanted, uint64_t *key, uint64_t *start)
{
	return c->expose(e, (void *)base, n, wanted, key, start);
}
static int ofi_arm(const struct ga_ofi_calls *c, struct ga_ofi *e, struct pollfd *fds) { return c->arm(e, fds); }
*/
import "C"

import (
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"gasnetgo/ofi"
)

// Name is the plugin's file.
const Name = "libgasnetgo-ofi.so"

// ErrKeyTaken is an error of Expose: another region has that key.
const ErrKeyTaken = syscall.Errno(C.GA_OFI_KEY_TAKEN)

// Config says what to open; the zero value lets libfabric choose.
type Config struct {
	Provider string // only this one
	Domain   string // only this one, often a network interface
	Loopback bool   // the loopback interface will do
	Rank     int    // of this engine's
	Peers    int    // ranks of the job

	// Secret is what the ranks alone know: connections over TCP begin with a proof of it, and libfabric gets no others; nil: it gets all.
	Secret *[16]byte
}

// Engine is an endpoint of libfabric.
type Engine struct {
	calls  *C.struct_ga_ofi_calls
	e      *C.struct_ga_ofi
	events []C.struct_ga_ofi_event // in C's memory: cgo looks for Go's pointers in every element of Go's

	numbers struct{ calls, engine C.uintptr_t } // the pointers above
}

var _ ofi.Engine = (*Engine)(nil)

// Open loads the plugin at path and opens an endpoint. An error is one sentence.
func Open(path string, c Config) (*Engine, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var why *C.char
	calls := C.ga_ofi_load(name, &why)
	if calls == nil {
		return nil, fmt.Errorf("cannot load %s: %s; a job on several hosts needs libfabric (Debian: apt install libfabric1), and a gasnetgo that was built with its headers (libfabric-dev)",
			Name, C.GoString(why))
	}
	if calls.version != C.GA_OFI_VERSION {
		return nil, fmt.Errorf("%s is of version %d, and this library wants %d: they are of different versions of gasnetgo", path, calls.version, C.GA_OFI_VERSION)
	}
	config := C.struct_ga_ofi_config{receives: ofi.Receives, message_bytes: ofi.MessageBytes, peers: C.uint32_t(c.Peers), rank: C.uint32_t(c.Rank)}
	for text, to := range map[*string]**C.char{&c.Provider: &config.provider, &c.Domain: &config.domain} {
		if *text != "" {
			*to = C.CString(*text)
			defer C.free(unsafe.Pointer(*to))
		}
	}
	if c.Secret != nil {
		secret := C.CBytes(c.Secret[:])
		defer C.free(secret)
		config.secret = (*C.uchar)(secret)
	}
	if c.Loopback {
		config.loopback = 1
	}
	e := &Engine{calls: calls}
	var text [C.GA_OFI_WHY]C.char
	if rc := C.ofi_open(calls, &config, &e.e, &text[0]); rc != 0 {
		return nil, refusal{C.GoString(&text[0]), syscall.Errno(-rc)}
	}
	e.numbers.calls, e.numbers.engine = C.uintptr_t(uintptr(unsafe.Pointer(calls))), C.uintptr_t(uintptr(unsafe.Pointer(e.e)))
	return e, nil
}

// refusal is a sentence about a step that failed, and its error number.
type refusal struct {
	text string
	why  syscall.Errno
}

func (r refusal) Error() string { return r.text }
func (r refusal) Unwrap() error { return r.why }

// failure is a return value as an error.
func failure(rc C.int) error {
	switch {
	case rc == 0:
		return nil
	case rc == C.GA_OFI_AGAIN:
		return ofi.ErrAgain
	}
	return syscall.Errno(-rc)
}

// Provider and the others are ofi.Engine's.
func (e *Engine) Provider() string { return C.GoString(C.ofi_provider(e.calls, e.e)) }
func (e *Engine) Domain() string   { return C.GoString(C.ofi_domain(e.calls, e.e)) }

func (e *Engine) Ordered() bool { return C.ofi_ordered(e.calls, e.e) != 0 }

func (e *Engine) Address() []byte {
	b := make([]byte, C.GA_OFI_ADDRESS)
	n := C.ofi_address(e.calls, e.e, unsafe.Pointer(&b[0]), C.size_t(len(b)))
	return b[:min(int(n), len(b))]
}

func (e *Engine) Connect(addresses [][]byte) error {
	each := len(addresses[0])
	for r, a := range addresses {
		if len(a) != each || each == 0 {
			return fmt.Errorf("the address of rank %d has %d bytes, that of rank 0 has %d", r, len(a), each)
		}
	}
	all := []byte(strings.Join(texts(addresses), ""))
	return failure(C.ofi_connect(e.calls, e.e, unsafe.Pointer(&all[0]), C.size_t(each), C.uint32_t(len(addresses))))
}

func texts(all [][]byte) []string {
	out := make([]string, len(all))
	for i, b := range all {
		out[i] = string(b)
	}
	return out
}

func (e *Engine) Expose(base uintptr, bytes, wanted uint64) (ofi.Region, error) {
	var key, start C.uint64_t
	rc := C.ofi_expose(e.calls, e.e, C.uintptr_t(base), C.size_t(bytes), C.uint64_t(wanted), &key, &start)
	return ofi.Region{Key: uint64(key), Start: uint64(start)}, failure(rc)
}

func (e *Engine) Send(peer int, message []byte) error {
	rc := C.ofi_send(e.numbers.calls, e.numbers.engine, C.uint32_t(peer), C.uintptr_t(uintptr(unsafe.Pointer(unsafe.SliceData(message)))), C.size_t(len(message)))
	runtime.KeepAlive(message)
	return failure(rc)
}

func (e *Engine) Write(peer int, from uintptr, bytes uint64, to ofi.Place, tag uint64) error {
	return failure(C.ofi_write(e.numbers.calls, e.numbers.engine, C.uint32_t(peer), C.uintptr_t(from), C.size_t(bytes), C.uint64_t(to.Address), C.uint64_t(to.Key), C.uint64_t(tag)))
}

func (e *Engine) Read(peer int, to uintptr, bytes uint64, from ofi.Place, tag uint64) error {
	return failure(C.ofi_read(e.numbers.calls, e.numbers.engine, C.uint32_t(peer), C.uintptr_t(to), C.size_t(bytes), C.uint64_t(from.Address), C.uint64_t(from.Key), C.uint64_t(tag)))
}

func (e *Engine) Poll(events []ofi.Event) (int, error) {
	if len(e.events) < len(events) {
		C.free(unsafe.Pointer(unsafe.SliceData(e.events)))
		room := (*C.struct_ga_ofi_event)(C.calloc(C.size_t(len(events)), C.sizeof_struct_ga_ofi_event))
		e.events = unsafe.Slice(room, len(events))
	}
	n := C.ofi_poll(e.numbers.calls, e.numbers.engine, C.uintptr_t(uintptr(unsafe.Pointer(unsafe.SliceData(e.events)))), C.int(len(events)))
	if n < 0 {
		return 0, failure(n)
	}
	for i, v := range e.events[:n] {
		events[i] = ofi.Event{Kind: ofi.Kind(v.kind), Tag: uint64(v.tag), Peer: -1}
		switch {
		case v.kind == C.GA_OFI_MESSAGE:
			events[i].Data = unsafe.Slice((*byte)(v.data), int(v.bytes))
		case v.kind == C.GA_OFI_FAILED && v.data != nil:
			events[i].Data = []byte(C.GoString((*C.char)(v.data)))
			if v.peer != C.GA_OFI_NO_PEER {
				events[i].Peer = int(v.peer)
			}
		}
	}
	return int(n), nil
}

func (e *Engine) Release(tag uint64) {
	C.ofi_release(e.numbers.calls, e.numbers.engine, C.uint64_t(tag))
}

func (e *Engine) Arm() (descriptors []unix.PollFd, armed bool) {
	var fds [C.GA_OFI_FDS]C.struct_pollfd
	n := C.ofi_arm(e.calls, e.e, &fds[0])
	if n < 0 {
		return nil, false
	}
	for _, fd := range fds[:n] {
		descriptors = append(descriptors, unix.PollFd{Fd: int32(fd.fd), Events: int16(fd.events)})
	}
	return descriptors, true
}

func (e *Engine) Close() {
	C.ofi_close(e.calls, e.e)
	C.free(unsafe.Pointer(unsafe.SliceData(e.events)))
	e.events = nil
}
