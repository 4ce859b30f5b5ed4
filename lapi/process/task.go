package process

import (
	"fmt"

	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
)

// Kinds of handlers, as C calls them.
const (
	TaskNone       = iota
	TaskHeader     // hdr_hndlr_t
	TaskVector     // vhdr_hndlr_t
	TaskCompletion // compl_hndlr_t
	TaskSent       // scompl_hndlr_t
	TaskError      // LAPI_err_hndlr
	TaskScatter    // blocks of Scatter

	TaskClosed = -1
)

// task is a handler that is to run.
type task struct {
	kind     int32
	fn, info uintptr
	token    uint64 // of the machine, or 0
	from     int
	code     int32
	number   uint64 // of TaskScatter
	errType  int32
	header   []byte
	total    uint64
	data     []byte // all of it, or nil
	thread   bool   // it runs on the thread of completion handlers
}

// header is the task of a header handler.
func (c *Context) header(e lapi.RunHeader) task {
	t := task{kind: TaskHeader, fn: uintptr(e.Handler), token: e.Token, from: e.From, header: e.Header, total: e.Total}
	if e.Vector {
		t.kind = TaskVector
	}
	if e.Handler < Table {
		t.fn = c.table[e.Handler]
	}
	if uint64(len(e.Packet.Data)) == e.Total {
		t.data = e.Packet.Data
	}
	return t
}

// Job is a handler as C gets it and answers it: struct ga_lapi_job.
type Job struct {
	Kind   int32
	Code   int32 // of TaskSent and TaskError; of TaskCompletion: 1 if it sends to From only
	Err    int32 // of TaskError: lapi_err_t
	From   int32
	Number uint64
	Fn     uintptr
	Info   uintptr // of TaskScatter: its number
	Header uintptr // space for the user header
	Data   uintptr // space for data that has come with it
	Length uint32  // of the user header
	Whole  uint32  // Data has all of the message
	Total  uint64

	// What a header handler has answered: an address or a vector, a completion handler with its parameter, fields of lapi_return_info_t.
	Into       uintptr
	Completion uintptr
	Parameter  uintptr
	Flags      int32
	Control    int32
	DGSP       uintptr
	Bytes      uint64
	Skip       uint64
}

// Task gives out a handler, or the next completion handler. kind is TaskNone if there is none now, and TaskClosed if the context has ended.
func (p *Process) Task(fn string, handle, life uint32, completion bool, at uintptr) (kind int32, err error) {
	c, ok := p.living(handle, life)
	if !ok {
		return TaskClosed, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	queue := &c.handlers
	if completion {
		queue = &c.completions
	}
	if len(*queue) == 0 || !completion && c.running {
		return TaskNone, nil
	}
	t := (*queue)[0]
	*queue = (*queue)[1:]
	t.thread = completion
	if !completion {
		c.running = true
		c.want()
	}
	if t.kind == TaskHeader || t.kind == TaskVector {
		if t.fn == 0 {
			if t, err = c.misled(t); err != nil {
				return 0, err
			}
		}
	}
	if l, ok := c.link.(Threads); ok {
		l.Hand(t.kind)
	}
	c.taskNumber++
	c.tasks[c.taskNumber] = t
	j := memory.At[Job](at)
	header, data := j.Header, j.Data
	*j = Job{Kind: t.kind, Code: t.code, Err: t.errType, From: int32(t.from), Number: c.taskNumber, Fn: t.fn, Info: t.info | uintptr(t.number), Header: header, Data: data,
		Length: uint32(len(t.header)), Total: t.total}
	copy(memory.Bytes(header, len(t.header)), t.header)
	if t.data != nil {
		copy(memory.Bytes(data, len(t.data)), t.data)
		j.Whole = 1
	}
	return t.kind, nil
}

// misled is what runs instead of a header handler that is not there.
func (c *Context) misled(t task) (task, error) {
	if c.errors == 0 {
		return t, fmt.Errorf("an active message of task %d names no header handler, or an entry of LAPI_Addr_set that has none", t.from)
	}
	c.m.Headed(t.token, lapi.Heading{})
	c.m.Perform()
	return task{kind: TaskError, fn: c.errors, from: t.from, code: ErrHdrHndlrNull, errType: amErr}, nil
}

const amErr = 3 // AM_ERR of lapi_err_t

// Bits of a header handler's answer.
const (
	retLocal = 1 // LAPI_LOCAL_STATE
	retReply = 2 // LAPI_SEND_REPLY

	ctlDeliver = 0 // LAPI_DELIVER_MSG
)

// Ran reports that a handler has returned.
func (p *Process) Ran(fn string, handle uint32, at uintptr) (err error) {
	c, ok := p.context(handle)
	if !ok {
		return nil
	}
	j := memory.At[Job](at)
	c.mu.Lock()
	defer c.mu.Unlock()
	t, ok := c.tasks[j.Number]
	if !ok { // of a context that has ended
		return nil
	}
	delete(c.tasks, j.Number)
	switch t.kind {
	case TaskHeader, TaskVector:
		h := lapi.Heading{Handler: j.Completion, Info: j.Parameter, Inline: j.Flags&(retLocal|retReply) != 0, Reply: j.Flags&retReply != 0}
		if j.Control == ctlDeliver && t.total > 0 {
			if h.Into, h.Finish, err = c.answered(t, j); err != nil {
				return err
			}
		}
		c.m.Headed(t.token, h)
	case TaskScatter:
		c.m.Finished(t.token)
	case TaskCompletion:
		if t.token != 0 {
			c.m.Completed(t.token)
		}
	}
	if !t.thread {
		c.running = false
	}
	c.m.Perform()
	c.link.Changed(false)
	return nil
}

// answered is where the data of an active message goes.
func (c *Context) answered(t task, j *Job) (into []lapi.Piece, finish uint64, err error) {
	switch {
	case j.DGSP != 0 && t.kind == TaskHeader:
		return c.laid(t, j, min(j.Bytes, t.total))
	case j.Into == 0:
		return nil, 0, fmt.Errorf("the header handler at %#x returned NULL for a message of task %d with %d bytes of data, which it neither buries nor drops", t.fn, t.from, t.total)
	case t.kind == TaskVector:
		v, code := readVector(j.Into, target)
		if code != success {
			return nil, 0, fmt.Errorf("the header handler at %#x returned a vector that is not valid: code %d", t.fn, code)
		}
		return v.pieces(), 0, nil
	}
	return []lapi.Piece{{At: j.Into, Len: min(j.Bytes, t.total)}}, 0, nil
}
