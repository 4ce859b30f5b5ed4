// Package host holds many copies of one program in this process, each with its own globals and its own C stack, and runs them one at a time on one OS thread.
// It knows neither time nor networks: a copy runs until it makes a request, and the caller of Resume answers it.
//
// The other side is C and a little assembly, see host.h and docs/design/host.md. All methods must be called on one OS thread; lock the goroutine to it.
package host

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden
// #cgo LDFLAGS: -ldl
// #include <stdlib.h>
// #include "host.h"
// /* Without a pointer for cgo to check, and without a result, for which cgo would have to find out where Go's stack is now. */
// static inline void resume(uintptr_t rank) { ((struct ga_sim_state *)rank)->answer = ga_sim_resume((struct ga_sim_rank *)rank); }
import "C"

import (
	"errors"
	"fmt"
	"unsafe"

	"gasnetgo/internal/crash"
	"gasnetgo/internal/prefetch"
	"gasnetgo/sim/count"
)

// Kind says why a rank stopped running.
type Kind int32

const (
	Frame    Kind = C.GA_SIM_FRAME    // it called the library
	Request  Kind = C.GA_SIM_REQUEST  // it called the C library for something that the world has to answer
	Returned Kind = C.GA_SIM_RETURNED // what Call asked for is done
	Exited   Kind = C.GA_SIM_EXITED   // its program is over
	Crashed  Kind = C.GA_SIM_CRASHED  // it got a signal that ends it
	Refused  Kind = C.GA_SIM_REFUSED  // it did what no rank can do here
)

// Op is what a request asks for.
type Op uint32

const (
	Now   Op = C.GA_SIM_NOW   // Answer: nanoseconds of Clock
	Sleep Op = C.GA_SIM_SLEEP // for Ns
	Yield Op = C.GA_SIM_YIELD // let other ranks run
	Pause Op = C.GA_SIM_PAUSE // until a signal, which never comes

	Counter Op = C.GA_SIM_COUNTER // AnswerCounter: the time stamp counter
	Spin    Op = C.GA_SIM_SPIN    // it has run for some time: let others run; see Slice

	PlainLoad  Op = C.GA_SIM_LOAD   // fill Data with what is at Address of a map; see Map
	PlainStore Op = C.GA_SIM_STORE  // store Data there
	Thread     Op = C.GA_SIM_THREAD // run NewThread's as a thread of the program from now on
	Park       Op = C.GA_SIM_PARK   // wait until Unpark of the thread, or, if Clock is not -1, until that shows Ns; Answer 1, or 0 if that time has come
	Unpark     Op = C.GA_SIM_UNPARK // end the Park, or the next one, of the rank's thread with the number Ns

	Poll  Op = C.GA_SIM_POLL  // wait until others change own memory that is watched; see Watch
	Await Op = C.GA_SIM_AWAIT // wait until others change memory that is polled; see FindPolls
)

// Ask is a request in the rank's memory: valid until the rank is resumed.
type Ask struct{ c C.struct_ga_sim_request }

func (a *Ask) Op() Op          { return Op(a.c.op) }
func (a *Ask) Clock() int      { return int(a.c.clock) } // CLOCK_... of Linux
func (a *Ask) Ns() int64       { return int64(a.c.ns) }
func (a *Ask) Fn() string      { return C.GoString(a.c.fn) } // the function that the program called
func (a *Ask) Answer(ns int64) { a.c.answer = C.int64_t(ns) }

// AnswerCounter is the answer to Counter: its value, and the processor that rdtscp names, which is Linux's node and the processor's number on it.
func (a *Ask) AnswerCounter(value uint64, node, number int) {
	a.c.answer, a.c.processor = C.int64_t(value), C.uint32_t(node<<12|number)
}

// Image is a program that has been read. It lives until Close.
type Image struct {
	c    *C.struct_ga_sim_image
	path string
	read crash.Symbols // for reports of the ranks' thread

	accesses map[[16]byte]*access             // by encoding: instructions that have accessed watched memory
	loops    map[uint64]*C.struct_ga_sim_loop // by the address of a store: copies of loops around it; nil: there is none

	weights *count.Weights  // of instructions that are counted; nil: none are
	counts  map[string]bool // whether objects count them, by name

	words *words   // of rehearsals of its ranks, one at a time
	known []uint64 // see knownFunctions

	Notices []string          // sentences for the user about what will not be as it should
	Notify  func(line string) // receives those that come later, of what a running rank does; nil: they are appended to Notices
}

func (im *Image) notify(line string) {
	if im.Notify == nil {
		im.Notices = append(im.Notices, line)
		return
	}
	im.Notify(line)
}

// Load reads the program and the libraries that it brings along, preloaded ones before the others. What cannot run here is refused with one sentence.
func Load(path string, preload ...string) (*Image, error) {
	var why [512]C.char
	p := C.CString(path)
	defer C.free(unsafe.Pointer(p))
	first, free := vector(preload)
	defer free()
	c := C.ga_sim_open(p, first, &why[0], C.size_t(len(why)))
	if c == nil {
		return nil, errors.New(C.GoString(&why[0]))
	}
	im := &Image{c: c, path: path}
	im.redirectReads()
	return im, nil
}

// Close forgets an image that has no ranks any more.
func (im *Image) Close() { C.ga_sim_close(im.c) }

// Refers reports whether the program, or a library that it brings along, refers to an external function with this prefix, with or without the leading p of
// profiling names.
func (im *Image) Refers(prefix string) bool {
	p := C.CString(prefix)
	defer C.free(unsafe.Pointer(p))
	return bool(C.ga_sim_refers(im.c, p))
}

// Mappings is how many mappings of memory a rank takes, at most, of those that the kernel allows a process.
func (im *Image) Mappings() int { return int(C.ga_sim_mappings(im.c)) }

// Compact has all ranks that are made from now on take one mapping each, with a stack of so many bytes, 1 MiB if 0, which their Options must repeat. Programs can
// then write to their own text. The system may forbid such memory.
func (im *Image) Compact(stack uint64) error {
	var why [512]C.char
	if !C.ga_sim_compact(im.c, C.uint64_t(stack), &why[0], C.size_t(len(why))) {
		return errors.New(C.GoString(&why[0]))
	}
	return nil
}

// Options of a rank. The zero value will do.
type Options struct {
	Stack uint64 // bytes, 1 MiB if 0
	Tag   string // in front of every line it prints
	Host  string // what gethostname says; the truth if empty
	Cores int    // of its node, for programs that ask; those of this machine if 0
}

// Rank is one copy of a program.
type Rank struct {
	c     *C.struct_ga_sim_rank
	state *C.struct_ga_sim_state
	image *Image
	fiber *C.struct_ga_sim_fiber // that this is; nil: it is the program
	full  func()                 // see Check

	repeats      *repeats // turns of its program; nil: none are known
	unrepeatable bool     // it has memory that is not as others
}

// NewRank makes one more copy, ready to run from its beginning.
func (im *Image) NewRank(id int, args, env []string, o Options) (*Rank, error) {
	argv, freeArgs := vector(args)
	envp, freeEnv := vector(env)
	defer freeArgs()
	defer freeEnv()
	s := (*C.struct_ga_sim_start)(C.calloc(1, C.sizeof_struct_ga_sim_start))
	defer C.free(unsafe.Pointer(s))
	s.id, s.argc, s.argv, s.envp, s.stack = C.int32_t(id), C.int32_t(len(args)), argv, envp, C.uint64_t(o.Stack)
	s.cores = C.int32_t(o.Cores)
	if o.Tag != "" {
		s.tag = C.CString(o.Tag)
		defer C.free(unsafe.Pointer(s.tag))
	}
	if o.Host != "" {
		s.host = C.CString(o.Host)
		defer C.free(unsafe.Pointer(s.host))
	}
	var why [512]C.char
	c := C.ga_sim_new(im.c, s, &why[0], C.size_t(len(why)))
	if c == nil {
		return nil, errors.New(C.GoString(&why[0]))
	}
	return &Rank{c: c, state: (*C.struct_ga_sim_state)(unsafe.Pointer(c)), image: im}, nil
}

// vector makes an array of C strings that ends with NULL.
func vector(all []string) (**C.char, func()) {
	const word = unsafe.Sizeof(uintptr(0))
	bytes := uintptr(len(all)+1) * word
	for _, s := range all {
		bytes += uintptr(len(s)) + 1
	}
	block := C.calloc(1, C.size_t(bytes))
	words := unsafe.Slice((*unsafe.Pointer)(block), len(all)+1)
	text := unsafe.Slice((*byte)(block), bytes)[uintptr(len(all)+1)*word:]
	for i, s := range all {
		words[i] = unsafe.Pointer(&text[0])
		copy(text, s)
		text = text[len(s)+1:]
	}
	return (**C.char)(block), func() { C.free(block) }
}

// Resume runs the rank until it stops, and returns the reason. After Exited, Crashed and Refused it only returns the same reason again.
func (r *Rank) Resume() Kind {
	for {
		var why Kind
		if r.fiber != nil {
			why = Kind(C.ga_sim_fiber_resume(r.fiber, nil))
		} else {
			C.resume(C.uintptr_t(uintptr(unsafe.Pointer(r.c))))
			why = Kind(r.state.answer)
		}
		if why != Request || !r.answers() {
			return why
		}
	}
}

// answers answers requests that need no world: to open a library, to decode an instruction. It returns false for others.
func (r *Rank) answers() bool {
	a := r.Ask()
	switch a.c.op {
	case C.GA_SIM_OPEN:
		C.ga_sim_open_begin(r.c, a.c.what)
		r.image.redirectReads()
		C.ga_sim_open_end(r.c, a.c.what)
	case C.GA_SIM_DECODE:
		r.image.decode((*C.struct_ga_sim_trap)(a.c.what))
	case C.GA_SIM_LOOP:
		r.image.loop((*C.struct_ga_sim_trap)(a.c.what), a.Address(), uint64(a.c.bytes))
	case C.GA_SIM_EXECUTE:
		r.execute((*C.struct_ga_sim_steps)(a.c.what))
	case C.GA_SIM_DECODE_STEPS:
		r.decodeSteps((*C.struct_ga_sim_steps)(a.c.what))
	case C.GA_SIM_ACCESSES:
		r.full()
	default:
		return false
	}
	return true
}

// Place is where what Resume looks at is, for the prefetcher: two cache lines.
func (r *Rank) Place() uintptr {
	return prefetch.Span(uintptr(unsafe.Pointer(r.c)), 2*prefetch.LineSize)
}

// StackAndCalls is the top of the rank's stack while it does not run, and the table of addresses of the functions that the program calls.
func (r *Rank) StackAndCalls() (stack, calls uintptr) {
	n := (*[2]uintptr)(unsafe.Add(unsafe.Pointer(r.c), C.sizeof_struct_ga_sim_state))
	return n[0], n[1]
}

// ResumeMeasured is Resume, and answers how much CPU time the rank took.
func (r *Rank) ResumeMeasured() (Kind, int64) {
	total := int64(0)
	for {
		var ns C.int64_t
		var kind Kind
		if r.fiber != nil {
			kind = Kind(C.ga_sim_fiber_resume(r.fiber, &ns))
		} else {
			kind = Kind(C.ga_sim_resume_measured(r.c, &ns))
		}
		total += int64(ns)
		if kind != Request || !r.answers() {
			return kind, total
		}
	}
}

// Shelve offers n objects to the library's functions on the rank's stack, which may take at most so many of them between two resumptions. The memory is Go's
// and must not move; nil withdraws it. The caller retains it.
func (r *Rank) Shelve(what unsafe.Pointer, n, most int) {
	r.state.views, r.state.view_count, r.state.most = what, C.uint32_t(n), C.uint32_t(most)
}

// Taken is how often they have since it was asked last.
func (r *Rank) Taken() int {
	n := r.state.taken
	r.state.taken = 0
	return int(n)
}

// Awaits is the piece of the views that the rank wants something to be in, with its frame; nil if it does not say, or the views has been taken away.
func (r *Rank) Awaits(bytes uintptr) unsafe.Pointer {
	if i := uintptr(r.state.awaits); i > 0 && i <= uintptr(r.state.view_count) {
		return unsafe.Add(r.state.views, (i-1)*bytes)
	}
	return nil
}

// Found says that something is there, which the rank takes when it is resumed. Without it, the frame is to have the answer.
func (r *Rank) Found() { r.state.found = 1 }

// Frame is the frame that the rank waits with after Frame: the struct ga_head of its call, on its stack.
func (r *Rank) Frame() unsafe.Pointer { return r.state.frame }

// Ask is what the rank waits with after Request.
func (r *Rank) Ask() *Ask { return (*Ask)(r.state.frame) }

// Stopped is the reason of the rank's last stop; 0 if it has not run yet.
func (r *Rank) Stopped() Kind { return Kind(r.state.event) }

// Status is what a shell would see in $? after Exited, Crashed or Refused.
func (r *Rank) Status() int { return int(r.state.status) }

// ID is the number that the rank was made with.
func (r *Rank) ID() int { return int(C.ga_sim_id(r.c)) }

// Why is the sentence that goes with Refused. After Exited it is the function, such as _exit, by which the program has ended without exit handlers; empty if it has not.
func (r *Rank) Why() string { return C.GoString(r.state.why) }

// Call has the next Resume run fn(arg), which are C's, on the stack of a rank that waits with a frame. fn may call the library: those frames come first,
// then Returned, and after that the rank waits as before. Calls nest.
func (r *Rank) Call(fn, arg unsafe.Pointer) {
	C.ga_sim_call(r.c, (*[0]byte)(fn), arg)
}

// CallExit is Call of what exit(status) does: exit handlers, destructors, streams. The program has not ended then.
func (r *Rank) CallExit(status int) { C.ga_sim_call_exit(r.c, C.int(status)) }

// Beside makes a further stack of the rank, on which fn(arg), which are C's, runs beside the program, as on a thread of its own. It is resumed and answered as a rank is, and ends with
// Returned, or with Exited when the program has. ReleaseFiber frees it.
func (r *Rank) Beside(fn, arg unsafe.Pointer) (*Rank, error) {
	f, err := C.ga_sim_fiber_new(r.c, (*[0]byte)(fn), arg)
	if f == nil {
		return nil, fmt.Errorf("no memory for a further stack of a rank: %w", err)
	}
	return &Rank{c: r.c, state: (*C.struct_ga_sim_state)(unsafe.Pointer(f)), image: r.image, fiber: f, full: r.full}, nil
}

// NewThread is the thread of the program that is wanted, after Request of Thread. It is as what Beside makes.
func (r *Rank) NewThread() *Rank {
	a := r.Ask()
	a.c.answer = 1
	f := (*C.struct_ga_sim_fiber)(a.c.what)
	return &Rank{c: r.c, state: (*C.struct_ga_sim_state)(unsafe.Pointer(f)), image: r.image, fiber: f, full: r.full}
}

// Number is the number of what Beside or NewThread has made among the stacks of its rank, from 1 on; 0 for the rank itself.
func (r *Rank) Number() int {
	if r.fiber == nil {
		return 0
	}
	return int(C.ga_sim_fiber_is(r.fiber))
}

// ReleaseFiber frees the stack of a rank that Beside has made, when it will not be resumed any more.
func (r *Rank) ReleaseFiber() {
	C.ga_sim_fiber_free(r.fiber)
	r.fiber, r.state = nil, nil
}

// Stop has the rank that runs, if one does, come back with Crashed and SIGXCPU. Unlike all else here it may be called from any goroutine: it is for ranks
// that never call again.
func Stop() { C.ga_sim_stop() }

// Home has the ranks' thread be in the working directory in which the process has begun, for the caller's own files: while a rank runs, and after that, the thread is in the rank's.
func Home() { C.ga_sim_home() }

// ShowLine writes a line to standard error, in place of the last one if that is a terminal. It goes away when a rank prints something, or with HideLine.
func ShowLine(text string) {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	C.ga_sim_show(c)
}

// HideLine has the line of ShowLine go away, if there is one.
func HideLine() { C.ga_sim_hide() }

// Peek has the rank that runs, if one does, note where, and go on. It may be called from any goroutine, one at a time.
func Peek() { C.ga_sim_peek() }

// Slice has ranks that run for long make the request Spin from now on, also the one that runs now: after 100 us, then after twice that, up to 10 ms, as long as they make no call and no
// other request. An error says why that is not possible here. It may be called from any goroutine, once, after a rank has run.
func Slice() error {
	if ok, err := C.ga_sim_slice(); !bool(ok) {
		return err
	}
	return nil
}

// Hurry has the rank make the request Spin after 100 us each time, as long as it is on.
func (r *Rank) Hurry(on bool) { C.ga_sim_hurry(r.c, C.bool(on)) }

// CPU is how long the ranks' thread has had a CPU. It may be called from any goroutine.
func CPU() (ns int64) { return int64(C.ga_sim_cpu()) }

// Running is the rank that runs its program, -1 if none does, and how often one has been let run, which Spin does not end. It may be called from any goroutine.
func Running() (rank int, turns uint64) {
	var n C.uint64_t
	rank = int(C.ga_sim_turn(&n))
	return rank, uint64(n)
}

// Peeked is where the rank ran when it noted that, innermost function first; nil as long as it has not. For the goroutine that has called Peek.
func (r *Rank) Peeked() []Place {
	c := C.ga_sim_peeked(r.c)
	if c == nil {
		return nil
	}
	return r.trace(c, new(crash.Symbols))
}

// Written has all that the rank has printed be written, if its program has not ended. Call it when the job is over: the rank is not resumed any more.
func (r *Rank) Written() { C.ga_sim_written(r.c) }

// Free frees the rank's memory. No address in it may be in use.
func (r *Rank) Free() {
	C.ga_sim_free(r.c)
	r.c, r.state = nil, nil
}

// Announce tells a debugger where the copies of the program are. Call it once, before a rank runs.
func Announce(ranks []*Rank) {
	all := make([]*C.struct_ga_sim_rank, len(ranks))
	for i, r := range ranks {
		all[i] = r.c
	}
	C.ga_sim_announce(unsafe.SliceData(all), C.size_t(len(all)))
}

// Range is a piece of memory.
type Range struct{ At, Bytes uint64 }

// Data is where the program's variables are: the same distance from its beginning in every rank.
func (r *Rank) Data() (d Range) {
	C.ga_sim_data(r.c, (*C.uint64_t)(&d.At), (*C.uint64_t)(&d.Bytes))
	return d
}

// Stack is the whole stack of the rank.
func (r *Rank) Stack() (s Range) {
	C.ga_sim_stack(r.c, (*C.uint64_t)(&s.At), (*C.uint64_t)(&s.Bytes))
	return s
}

// Reserve is memory for all ranks, aligned to a power of 2, of which only touched pages exist. Its address is the same in every run.
func Reserve(bytes, align uint64) (uintptr, error) {
	at, err := C.ga_sim_reserve(C.uint64_t(bytes), C.uint64_t(align))
	if at == nil {
		return 0, err
	}
	return uintptr(at), nil
}
