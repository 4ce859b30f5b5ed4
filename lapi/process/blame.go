package process

import (
	"errors"
	"fmt"

	"gasnetgo/internal/fault"
	"gasnetgo/lapi"
	"gasnetgo/lapi/client"
)

// NoMemory is the error of a link that cannot copy data because a task has no memory at an address.
type NoMemory struct {
	At     uintptr
	Sender bool // it is the packet's sender that has none
}

// Error words it.
func (e *NoMemory) Error() string { return fmt.Sprintf("no memory at %#x", e.At) }

// Explain ends the job if effect e, which this task carries out, leads to memory that the task does not have. The address comes from an operation of a task, often
// of another one: the line names that operation and its argument, not the call in which it was noticed. Defer it.
func Explain(w World, e lapi.Effect) {
	if p := recover(); p != nil {
		blame(w, e, p)
	}
}

func blame(w World, e lapi.Effect, p any) {
	at, ok := p.(interface{ Addr() uintptr })
	if !ok {
		panic(p)
	}
	operation := own(e, w.Rank())
	if operation == "" {
		panic(p)
	}
	w.Fail(1, leads(operation, at.Addr(), w.Rank()))
}

// worded is an error of the driver.
func (c *Context) worded(err error) string {
	var copied *client.CopyError
	if !errors.As(err, &copied) {
		return "LAPI: " + err.Error()
	}
	var none *NoMemory
	e, me := copied.Deposit, c.process.world.Rank()
	switch {
	case !errors.As(err, &none):
		return fmt.Sprintf("LAPI: data of task %d: %v", e.From, copied.Err)
	case !none.Sender:
		return leads(own(e, me), none.At, me)
	}
	return leads(sent(e.Packet.Kind, e.From, me), none.At, e.From)
}

func leads(operation string, at uintptr, task int) string {
	return fmt.Sprintf("%s leads to %v, where task %d has no memory", operation, fault.Addr(at), task)
}

// sent words the argument that names memory of a packet's sender: of which call, whose it is.
func sent(kind lapi.Kind, from, to int) string {
	switch kind {
	case lapi.KindPut:
		return fmt.Sprintf("LAPI_Put of task %d to task %d: org_addr", from, to)
	case lapi.KindAM, lapi.KindData:
		return fmt.Sprintf("LAPI_Amsend of task %d to task %d: udata", from, to)
	case lapi.KindReply:
		return fmt.Sprintf("LAPI_Get of task %d from task %d: tgt_addr", to, from)
	}
	return ""
}

// own words the argument that names memory of task me, which carries an effect out. Empty for an effect that leads to none.
func own(e lapi.Effect, me int) string {
	switch e := e.(type) {
	case lapi.Send:
		return sent(e.Packet.Kind, me, e.To)
	case lapi.Deposit:
		switch e.Packet.Kind {
		case lapi.KindPut:
			return fmt.Sprintf("LAPI_Put of task %d to task %d: tgt_addr", e.From, me)
		case lapi.KindReply:
			return fmt.Sprintf("LAPI_Get of task %d from task %d: org_addr", me, e.From)
		}
		return fmt.Sprintf("LAPI_Amsend of task %d to task %d: what the header handler has returned", e.From, me)
	case lapi.Rmw:
		return fmt.Sprintf("LAPI_Rmw of task %d on task %d: tgt_var", e.From, me)
	case lapi.Store:
		return fmt.Sprintf("LAPI_Rmw of task %d: prev_tgt_val", me)
	case lapi.Bump:
		if e.Which == lapi.TargetCounter {
			return fmt.Sprintf("an operation of task %d on task %d: %s", e.Peer, me, e.Which)
		}
		return fmt.Sprintf("an operation of task %d on task %d: %s", me, e.Peer, e.Which)
	}
	return ""
}
