package process

import (
	"sync"

	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
)

// Context is one context of a task.
type Context struct {
	process *Process
	handle  uint32
	life    uint32 // how many contexts of the task there had been, with itself
	errors  uintptr
	level   int32

	mu        sync.Mutex // guards the rest
	m         *client.Driver
	shared    Shared          // or nil
	counted   lapi.Statistics // by C
	link      Link
	changed   bool // what threads wait for, since Performed
	work      bool // there are completion handlers to run, since Performed
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
	c := &Context{process: p, handle: handle, life: life, errors: errors, level: level, link: link, taskNumber: uint64(life) << 32, interrupt: interrupt, timeout: 900, threshold: 30,
		tasks: map[uint64]task{}, gathered: map[uint64]uintptr{}, narrow: map[uint64]bool{}, statuses: map[uintptr]status{}, groups: map[uint32][]uint32{}, scatters: map[uint64]*scatter{}}
	c.m = client.New(client.Config{Task: p.world.Rank(), Tasks: p.world.Size(), Link: link, Handler: (*effects)(c)})
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
		some, err := c.m.Serve()
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
