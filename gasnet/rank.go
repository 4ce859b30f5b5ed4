package gasnet

import (
	"cmp"
	"sync"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/again"
	"gasnetgo/internal/fault"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/pace"
)

// Deliver is the code that asks the caller to run a message's handler and to make the same call again. It is no code of GASNet's.
const Deliver = again.Handler

// Checks says who decides whether misuse that does no harm here is looked for.
type Checks uint8

const (
	ChecksByProgram Checks = iota // as the program was compiled
	ChecksOn
	ChecksOff
)

// ReadChecks is what GASNETGO_DEBUG says.
func ReadChecks(knobs *knob.Set) (Checks, error) {
	on, err := knobs.Bool(knob.Debug)
	switch {
	case on:
		return ChecksOn, err
	case knobs.IsSet(knob.Debug):
		return ChecksOff, err
	}
	return ChecksByProgram, err
}

// Options are the environment's.
type Options struct {
	MaxSegment knob.Portion // GASNET_MAX_SEGSIZE; 0: what the program says, or DefaultMaxSegment
	HostMemory uint64       // bytes of memory of this host, of which MaxSegment may be a share
	CollWindow uint64       // GASNETGO_COLL_WINDOW: bytes of collectives that a rank keeps of one that is ahead of it
	ExitWait   ExitWait
	Checks     Checks
	Refused    error // environment that cannot be parsed: gasnet_init reports it
}

// DefaultMaxSegment is the largest segment unless GASNET_MAX_SEGSIZE says otherwise: 2 GB less a page, as GASNet's own default.
const DefaultMaxSegment = 1<<31 - Pagesize

// Rank is one rank of a GASNet job. Its methods answer the program's calls: codes as the first result, errors for what ends the job.
type Rank struct {
	world World
	opts  Options

	mu        sync.Locker
	state     state
	checks    bool // look for misuse
	threads   bool // of the program may call at the same time
	others    bool // it may have threads that change memory
	maxLocal  uint64
	maxBy     string // what changes it
	maxGlobal uint64
	segments  []Segment // of no bytes before Attach
	handlers  *Handlers // nil before Open
	engine    *engine   // nil while the data plane does everything
}

type state int

const (
	fresh state = iota
	initialised
	open // messages and barriers work, there are no segments
	attaching
	attached
)

// New returns a rank that has not been initialised.
func New(w World, o Options) *Rank { return &Rank{world: w, opts: o, mu: pace.LockOf(w)} }

// Modes of a client.
const (
	modeSEQ     = 0
	modePARSYNC = 1
	modePAR     = 2
)

// Init joins the job. Collective. most is the largest segment that the program wants to be able to have, 0 if it does not say; the environment comes first.
// checked: the program was compiled with GASNet's checks. checks is 1 if the edge is to look for misuse.
//
// Spec: GASNet 1.8, gasnet_init
func (r *Rank) Init(fn string, mode int32, checked bool, most uint64) (rc, checks int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state != fresh {
		return ErrNotInit, 0, nil
	}
	if mode < modeSEQ || mode > modePAR {
		return 0, 0, fault.New("mode", mode, "this program was compiled with a gasnet.h of another version of the library")
	}
	if r.opts.Refused != nil {
		return 0, 0, r.opts.Refused
	}
	r.threads, r.others = mode == modePAR, mode != modeSEQ
	if err := r.world.Join(r.threads); err != nil {
		return 0, 0, err
	}
	r.maxLocal = r.largest(most)
	all, err := r.world.Exchange(r.maxLocal)
	if err != nil {
		return 0, 0, err
	}
	r.maxGlobal = r.maxLocal
	for _, v := range all {
		r.maxGlobal = min(r.maxGlobal, v)
	}
	r.state = initialised
	r.checks = r.opts.Checks == ChecksOn || checked && r.opts.Checks == ChecksByProgram
	if r.checks {
		checks = 1
	}
	return OK, checks, nil
}

// largest is the largest segment that this rank may have, in whole pages: as the environment says, or the program, whose number is most, or by default.
func (r *Rank) largest(most uint64) uint64 {
	ranks := 1
	if r.opts.MaxSegment.PerHost {
		ranks = r.onThisHost()
	}
	limit := r.opts.MaxSegment.Of(r.opts.HostMemory, ranks)
	if limit == 0 {
		limit = cmp.Or(most, DefaultMaxSegment)
	}
	r.maxBy = "GASNET_MAX_SEGSIZE"
	if most, knob := r.world.MemoryLimit(); most < limit {
		limit = most
		r.maxBy = cmp.Or(knob, r.maxBy)
	}
	return max(limit/Pagesize*Pagesize, Pagesize)
}

// onThisHost is the number of ranks on this rank's host, itself among them.
func (r *Rank) onThisHost() (n int) {
	mine, _ := r.world.Place(r.world.Rank())
	for other := range r.world.Size() {
		if host, _ := r.world.Place(other); host == mine {
			n++
		}
	}
	return n
}

// Open makes the way between ranks before there are segments: from then on messages and barriers work, and handlers are registered in steps. own are the library's handlers. Collective; it is a
// barrier.
//
// Spec: GASNet-EX 0.19, gex_Client_Init
func (r *Rank) Open(fn string, own uintptr) (rc int32, err error) {
	r.mu.Lock()
	if r.state != initialised {
		r.mu.Unlock()
		return ErrNotInit, nil
	}
	r.handlers = libraryHandlers(own)
	handlers := r.handlers
	r.mu.Unlock()

	core, err := r.world.Open(handlers)
	if err != nil {
		return 0, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.segments = make([]Segment, r.world.Size())
	if core != nil {
		r.engine = newEngine(core)
	}
	r.state = open
	return OK, nil
}

// libraryHandlers is a table with the library's own handlers alone.
func libraryHandlers(own uintptr) *Handlers {
	h := &Handlers{}
	copy(h[conduit.FirstLibrary:conduit.FirstProgram], ownAt(own))
	return h
}

// communicates reports whether messages can be sent.
func (r *Rank) communicates() bool { return r.state == open || r.state == attached }

// Attach registers handlers and makes segments. Collective; a rank whose arguments are wrong is not waited for: it does not come.
//
// Spec: GASNet 1.8, gasnet_attach
func (r *Rank) Attach(fn string, table uintptr, n int32, bytes, _ uint64, own uintptr) (rc int32, err error) {
	r.mu.Lock()
	if r.state != initialised && r.state != open {
		r.mu.Unlock()
		return ErrNotInit, nil
	}
	if bytes%Pagesize != 0 || bytes > r.maxLocal {
		r.mu.Unlock()
		return r.refuse(fn, ErrBadArg, fault.New("segsize", bytes, "not a multiple of %d of at most %d", Pagesize, r.maxLocal).With(r.maxBy)), nil
	}
	if n < 0 || n > 0 && table == 0 {
		r.mu.Unlock()
		return r.refuse(fn, ErrBadArg, fault.New("numentries", n, "does not go with table = %v", fault.Addr(table))), nil
	}
	handlers := r.handlers
	if handlers == nil {
		handlers = libraryHandlers(own)
	}
	if wrong := handlers.register(entriesAt(table, n), lowestFirst); wrong != nil {
		r.mu.Unlock()
		return r.refuse(fn, ErrResource, wrong), nil
	}
	r.handlers = handlers
	if r.state == initialised {
		r.state = attaching // messages work until the segments are there if they did before
	}
	r.mu.Unlock()

	all, err := r.world.Exchange(bytes)
	if err != nil {
		return 0, err
	}
	a, err := r.world.Attach(all, handlers)
	if err != nil {
		return 0, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.segments = a.Segments
	if r.engine == nil && a.Core != nil {
		r.engine = newEngine(a.Core)
	}
	r.state = attached
	return OK, nil
}

// Query answers what of a rank is a number.
func (r *Rank) Query(fn string, what int32) (value uint64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state == fresh {
		return 0, fault.New("", nil, "called before gasnet_init")
	}
	limits := r.limits()
	switch what {
	case QueryMyNode:
		return uint64(r.world.Rank()), nil
	case QueryNodes:
		return uint64(r.world.Size()), nil
	case QueryMaxLocalSegment:
		return r.maxLocal, nil
	case QueryMaxGlobalSegment:
		return r.maxGlobal, nil
	case QueryMaxMedium:
		return limits.Medium, nil
	case QueryMaxLongRequest:
		return limits.LongRequest, nil
	case QueryMaxLongReply:
		return limits.LongReply, nil
	case QueryCollWindow:
		return r.opts.CollWindow, nil
	}
	return 0, fault.New("what", what, "no such number")
}

// limits are the world's: before gasnet_attach there is no conduit to ask.
func (r *Rank) limits() conduit.Limits { return r.world.Limits() }

// SegmentInfo fills a table with the segments of the first n ranks.
//
// Spec: GASNet 1.8, gasnet_getSegmentInfo
func (r *Rank) SegmentInfo(fn string, table uintptr, n int32) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !r.communicates():
		return ErrNotInit, nil
	case n < 0 || table == 0:
		return ErrBadArg, nil
	}
	for i, s := range r.segments[:min(int(n), len(r.segments))] {
		segmentsAt(table, i+1)[i] = s
	}
	return OK, nil
}

// NodeInfo fills a table with the places of the first n ranks.
//
// Spec: GASNet 1.8, gasnet_getNodeInfo
func (r *Rank) NodeInfo(fn string, table uintptr, n int32) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.state == fresh:
		return ErrNotInit, nil
	case n < 0 || table == 0:
		return ErrBadArg, nil
	}
	for i := range min(int(n), r.world.Size()) {
		host, supernode := r.world.Place(i)
		nodeInfosAt(table, i+1)[i] = nodeInfo{Host: host, Supernode: supernode}
	}
	return OK, nil
}

// WaitMode checks a mode; it is the data plane that waits.
//
// Spec: GASNet 1.8, gasnet_set_waitmode
func (r *Rank) WaitMode(fn string, mode int32) (rc int32, err error) {
	switch mode {
	case WaitSpin, WaitBlock, WaitSpinblock:
		return OK, nil
	}
	return ErrBadArg, nil
}

// Exit ends the job.
//
// Spec: GASNet 1.8, gasnet_exit
func (r *Rank) Exit(fn string, code int32) error {
	r.world.Exit(int(code) & 0xff)
	return nil
}

// target checks that a rank exists and that [addr, addr+bytes) lies in its segment.
func (r *Rank) target(arg string, node uint32, addr uintptr, bytes uint64) error {
	if err := r.exists("node", node); err != nil {
		return err
	}
	if s := r.segments[node]; !s.has(addr, bytes) {
		return outside(arg, node, s, addr, bytes)
	}
	return nil
}

// has reports whether [addr, addr+bytes) lies in the segment.
func (s Segment) has(addr uintptr, bytes uint64) bool {
	off := uint64(addr - s.Addr)
	return addr >= s.Addr && off <= s.Bytes && bytes <= s.Bytes-off
}

// outside is the error for [addr, addr+bytes), which is not in a rank's segment.
func outside(arg string, node uint32, s Segment, addr uintptr, bytes uint64) error {
	return fault.New(arg, fault.Addr(addr), "%d bytes there are not in the segment of rank %d, which is %v to %v", bytes, node, fault.Addr(s.Addr), fault.Addr(s.Addr+uintptr(s.Bytes)))
}

// exists checks a rank's number.
func (r *Rank) exists(arg string, node uint32) error {
	if !r.communicates() {
		return fault.New("", nil, "called before gasnet_attach")
	}
	if int64(node) >= int64(r.world.Size()) {
		return fault.New(arg, node, "not in 0..%d", r.world.Size()-1)
	}
	return nil
}
