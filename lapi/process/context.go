package process

import (
	"sync"

	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
)

// Context is one context of a task.
type Context struct {
	process *Process
	handle  uint32
	life    uint32 // how many contexts of the task there had been, with itself
	errors  uintptr
	level   int32

	mu        sync.Mutex // guards the rest
	m         *lapi.Machine
	shared    Shared          // or nil
	counted   lapi.Statistics // by C
	link      Link
	effect    lapi.Effect // that is being carried out
	closed    bool
	check     bool // ERROR_CHK
	interrupt bool
	timeout   int32
	threshold int32
	table     [Table]uintptr

	handlers    []task // header handlers and others that the thread that polls runs
	running     bool   // one of them runs
	completions []task
	taskNumber  uint64          // of the last one; no context had it before
	tasks       map[uint64]task // that run

	gathered    map[uint64]uintptr  // collective operations that are in progress: where the values go
	narrow      map[uint64]bool     // that are complete
	statuses    map[uintptr]status  // counters with states of destinations
	groups      map[uint32][]uint32 // by number
	lastGroup   uint32
	ddm         uintptr             // LAPI_REG_DDM_FUNC
	scatters    map[uint64]*scatter // that C carries out
	lastScatter uint64
	ended       uint32 // bits for Msgpoll: operations that have completed since it began
}

func newContext(p *Process, handle, life uint32, link Link, errors uintptr, level int32, interrupt bool) *Context {
	payload, copied := link.Limits()
	c := &Context{process: p, handle: handle, life: life, errors: errors, level: level, link: link, taskNumber: uint64(life) << 32, interrupt: interrupt, timeout: 900, threshold: 30,
		tasks: map[uint64]task{}, gathered: map[uint64]uintptr{}, narrow: map[uint64]bool{}, statuses: map[uintptr]status{}, groups: map[uint32][]uint32{}, scatters: map[uint64]*scatter{}}
	config := lapi.Config{Task: p.world.Rank(), Tasks: p.world.Size(), Payload: payload, Pieces: Pieces, Header: MaxHeader, Copy: copied, Window: 64, AckEvery: 16}
	if l, ok := link.(Tuner); ok {
		l.Tune(&config)
	}
	c.m = lapi.New(config)
	c.shared, _ = link.(Shared)
	link.Interrupts(interrupt)
	return c
}

// Threads that poll.
const (
	Program    = iota // waits for something
	Dispatcher        // the library's, which serves messages while the program computes
)

// Answers of Poll.
const (
	PollSome    = iota // something has been done
	PollNone           // there is nothing to do now
	PollHandler        // take a handler with Task
	PollClosed         // the context has ended
)

// Poll serves packets. ended: bits of what has completed since the last call of a program's thread; pending: try again soon, packets are queued.
func (p *Process) Poll(fn string, handle, life uint32, thread int32) (what int32, ended uint32, pending int32, err error) {
	c, ok := p.living(handle, life)
	if !ok {
		return PollClosed, 0, 0, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return PollClosed, 0, 0, nil
	}
	what = PollNone
	if thread == Program || c.interrupt {
		some, err := c.serve()
		if err != nil {
			return 0, 0, 0, err
		}
		if some {
			what = PollSome
		}
		if len(c.handlers) > 0 && !c.running {
			what = PollHandler
		}
	}
	if thread == Program {
		ended, c.ended = c.ended, 0
	}
	c.want()
	return what, ended, int32(truth(c.link.Pending())), nil
}

const mostAtOnce = 64 // packets of one call

// serve deals with packets that have arrived. Needs mu.
func (c *Context) serve() (some bool, err error) {
	for range mostAtOnce {
		came, err := c.link.Poll(func(from int, p *lapi.Packet) {
			c.m.Arrive(from, p)
			c.perform()
		})
		if err != nil {
			return some, err
		}
		if !came {
			break
		}
		some = true
	}
	return some, nil
}

// perform carries out what the machine wants. Needs mu.
func (c *Context) perform() {
	defer c.explain()
	changed, work := false, false
	for c.m.HasEffects() {
		for _, e := range c.m.Effects() {
			c.effect = e
			switch e := e.(type) {
			case lapi.Send:
				c.link.Send(e.To, e.Packet)
			case lapi.Deposit:
				if err := c.link.Copy(e.From, e.Packet, e.Into); err != nil {
					c.process.world.Fail(1, c.uncopied(e, err))
				}
				c.m.Deposited(e.Token)
			case lapi.Rmw:
				c.m.Changed(e.Token, change(e.At, e.Op, e.Size, e.Operand))
			case lapi.Store:
				store(e.At, e.Size, e.Value)
			case lapi.Bump:
				c.bump(e.Cntr, e.Peer)
				changed = true
			case lapi.RunHeader:
				c.handlers = append(c.handlers, c.header(e))
				changed = true
			case lapi.Finish:
				c.handlers = append(c.handlers, task{kind: TaskScatter, token: e.Token, number: e.Number})
				changed = true
			case lapi.RunCompletion:
				t := task{kind: TaskCompletion, fn: e.Handler, info: e.Info, token: e.Token, from: e.From, code: int32(truth(e.Inline && e.Reply))}
				if e.Inline {
					c.handlers, changed = append(c.handlers, t), true
				} else {
					c.completions, work = append(c.completions, t), true
				}
			case lapi.RunSent:
				t := task{kind: TaskSent, fn: e.Callback.Handler, info: e.Callback.Info, from: e.Peer, code: e.Code}
				if e.Callback.Get {
					t.kind = TaskCompletion
					c.completions, work = append(c.completions, t), true
				} else {
					c.handlers, changed = append(c.handlers, t), true
				}
			case lapi.Gathered:
				if into := c.gathered[e.Number]; into != 0 {
					copy(memory.Slice[uint64](into, len(e.Values)), e.Values)
				}
				delete(c.gathered, e.Number)
				c.narrow[e.Number], changed = true, true
			case lapi.Ended:
				if e.Sent {
					c.ended |= sendComplete
				} else {
					c.ended |= recvComplete
				}
				changed = true
			}
		}
	}
	c.effect = nil
	c.want()
	if changed || work {
		c.link.Changed(work)
	}
}

// want says whether a thread should poll. Needs mu.
func (c *Context) want() {
	if c.shared != nil {
		c.shared.Want(len(c.handlers) > 0 && !c.running)
	}
}

// Bits of lapi_msg_info_t.status.
const (
	sendComplete = 1
	recvComplete = 2
)
