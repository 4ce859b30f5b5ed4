package gasnet

import (
	"cmp"
	"fmt"
	"sync"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/internal/fault"
)

// Deliver is the code that asks the caller to run a message's handler and to make the same call again. It is no code of GASNet's.
const Deliver = -1

// Options are the environment's.
type Options struct {
	MaxSegment uint64 // GASNET_MAX_SEGSIZE; 0: what the program says, or DefaultMaxSegment
	CollWindow uint64 // GASNETGO_COLL_WINDOW: bytes of collectives that a rank keeps of one that is ahead of it
	ExitWait   ExitWait
	Checks     bool  // GASNETGO_DEBUG: look for what is forbidden and does no harm here
	Refused    error // what of the environment cannot be understood: gasnet_init says so
}

// DefaultMaxSegment is the largest segment unless GASNET_MAX_SEGSIZE says otherwise: 2 GB less a page, as GASNet's own default.
const DefaultMaxSegment = 1<<31 - Pagesize

// Rank is one rank of a GASNet job. Its methods answer the program's calls: codes as the first result, errors for what ends the job.
type Rank struct {
	world World
	opts  Options

	mu        sync.Mutex
	state     state
	threads   bool
	maxLocal  uint64
	maxGlobal uint64
	segments  []Segment
	handlers  Handlers
	engine    *engine // nil while the data plane does everything
	edge      uintptr // what the C edge has for this rank
}

type state int

const (
	fresh state = iota
	initialised
	attaching
	attached
)

// New makes a rank that has not been initialised.
func New(w World, o Options) *Rank { return &Rank{world: w, opts: o} }

// Modes of a client.
const (
	modeSEQ     = 0
	modePARSYNC = 1
	modePAR     = 2
)

// Init joins the job. Collective. most is the largest segment that the program wants to be able to have, 0 if it does not say; the environment comes first.
// checks is 1 if the edge is to look for mistakes.
//
// Spec: GASNet 1.8, gasnet_init
func (r *Rank) Init(fn string, mode int32, most uint64) (rc, checks int32, err error) {
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
	r.threads = mode == modePAR
	if err := r.world.Join(r.threads); err != nil {
		return 0, 0, err
	}
	limit := cmp.Or(r.opts.MaxSegment, most, DefaultMaxSegment)
	r.maxLocal = min(limit, r.world.MemoryLimit()) / Pagesize * Pagesize
	all, err := r.world.Exchange(r.maxLocal)
	if err != nil {
		return 0, 0, err
	}
	r.maxGlobal = r.maxLocal
	for _, v := range all {
		r.maxGlobal = min(r.maxGlobal, v)
	}
	r.state = initialised
	if r.opts.Checks {
		checks = 1
	}
	return OK, checks, nil
}

// Attach registers handlers and makes segments. Collective; a rank whose arguments are wrong is not waited for: it does not come.
//
// Spec: GASNet 1.8, gasnet_attach
func (r *Rank) Attach(fn string, table uintptr, n int32, bytes, _ uint64, own uintptr) (rc int32, err error) {
	r.mu.Lock()
	if r.state != initialised {
		r.mu.Unlock()
		return ErrNotInit, nil
	}
	if bytes%Pagesize != 0 || bytes > r.maxLocal {
		r.mu.Unlock()
		r.world.Warn(fmt.Sprintf("%s: segsize = %d: not a multiple of %d of at most %d (GASNET_MAX_SEGSIZE changes this)", fn, bytes, Pagesize, r.maxLocal))
		return ErrBadArg, nil
	}
	if n < 0 || n > 0 && table == 0 {
		r.mu.Unlock()
		r.world.Warn(fmt.Sprintf("%s: numentries = %d with table = %v", fn, n, fault.Addr(table)))
		return ErrBadArg, nil
	}
	handlers, wrong := register(entriesAt(table, n))
	if wrong != nil {
		r.mu.Unlock()
		r.world.Warn(fn + ": " + wrong.Error())
		return ErrResource, nil
	}
	copy(handlers[firstOwn:firstHandler], ownAt(own))
	r.state, r.handlers = attaching, handlers
	r.mu.Unlock()

	all, err := r.world.Exchange(bytes)
	if err != nil {
		return 0, err
	}
	a, err := r.world.Attach(all, &handlers)
	if err != nil {
		return 0, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.segments = a.Segments
	if a.Core != nil {
		r.engine = newEngine(r, a.Core)
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
	limits := conduit.Limits{Medium: directMedium, LongRequest: directLong, LongReply: directLong}
	if r.engine != nil {
		limits = r.engine.core.Limits()
	}
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

// What the data plane in C can send: capi/gasnet_channel.h. Before gasnet_attach nobody else has been asked.
const (
	directMedium = 65000
	directLong   = 1<<31 - 1
)

// SegmentInfo fills a table with the segments of the first n ranks.
//
// Spec: GASNet 1.8, gasnet_getSegmentInfo
func (r *Rank) SegmentInfo(fn string, table uintptr, n int32) (rc int32, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.state != attached:
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
	s := r.segments[node]
	if off := uint64(addr - s.Addr); addr < s.Addr || off > s.Bytes || bytes > s.Bytes-off {
		return fault.New(arg, fault.Addr(addr), "%d bytes there are not in the segment of rank %d, which is %v to %v", bytes, node, fault.Addr(s.Addr), fault.Addr(s.Addr+uintptr(s.Bytes)))
	}
	return nil
}

// exists checks a rank's number.
func (r *Rank) exists(arg string, node uint32) error {
	if r.state != attached {
		return fault.New("", nil, "called before gasnet_attach")
	}
	if int64(node) >= int64(r.world.Size()) {
		return fault.New(arg, node, "not in 0..%d", r.world.Size()-1)
	}
	return nil
}

// State is what the C edge has for this rank: an address that it gives, and asks for where one process holds many ranks.
func (r *Rank) State(fn string, set bool, value uintptr) (state uintptr, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if set {
		r.edge = value
	}
	return r.edge, nil
}
