package process

import (
	"fmt"
	"math"

	"gasnetgo/internal/memory"
)

const (
	minTimeout   = 10
	maxTimeout   = math.MaxInt32
	maxThreshold = 30
)

// Query is LAPI_Qenv.
func (p *Process) Query(fn string, handle uint32, what int32, at uintptr) (int32, error) {
	c, ok := p.context(handle)
	if !ok {
		return ErrHndlInvalid, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.statistics()
	if what == QueryPrintStatistics {
		p.world.Warn(fmt.Sprintf("LAPI context %d: packets sent %d (again %d), received %d (twice %d); bytes sent %d, received %d; acknowledgements sent %d, received %d",
			handle, s.Sent, s.Resent, s.Received, s.Duplicates, s.DataSent, s.DataReceived, s.AcksSent, s.AcksReceived))
		return success, nil
	}
	value, known := c.value(what)
	switch {
	case !known && what != QueryStatistics && what != QueryShmTasks:
		return ErrQueryType, nil
	case at == 0:
		return ErrRetPtrNull, nil
	case what == QueryStatistics:
		*memory.At[[9]uint64](at) = [9]uint64{s.Duplicates, s.Resent, 0, s.Sent, s.Received, s.DataSent, s.DataReceived, s.AcksSent, s.AcksReceived}
	case what == QueryShmTasks:
		for i := range memory.Slice[int32](at, p.world.Size()) {
			memory.Slice[int32](at, p.world.Size())[i] = int32(i)
		}
	default:
		*memory.At[int32](at) = value
	}
	return success, nil
}

// value is a parameter that is a number.
func (c *Context) value(what int32) (int32, bool) {
	size := c.process.world.Size()
	switch what {
	case QueryTaskID:
		return int32(c.process.world.Rank()), true
	case QueryNumTasks, QueryShmNumTasks:
		return int32(size), true
	case QueryMaxUhdrSz:
		return int32(c.m.Header), true
	case QueryMaxDataSz:
		return math.MaxInt32, true
	case QueryErrorChk:
		return int32(truth(c.check)), true
	case QueryTimeout:
		return c.timeout, true
	case QueryMinTimeout:
		return minTimeout, true
	case QueryMaxTimeout:
		return maxTimeout, true
	case QueryInterruptSet:
		return int32(truth(c.interrupt)), true
	case QueryMaxPorts:
		return Ports, true
	case QueryMaxPktSz, QueryBufCpSize:
		return int32(c.m.Copy), true
	case QueryLocAddrtblSz:
		return Table, true
	case QueryMaxPktsOut:
		return int32(c.m.Window), true
	case QueryAckThreshold:
		return c.threshold, true
	case QueryShmEnabled:
		return 1, true
	case QueryMaxAtomSize:
		return 8, true
	case QueryEpochNum, QueryUseThresh, QueryNumRexBufs, QueryRexBufSz, QueryRcvFifoSize, QueryBulkXfer, QueryBulkMinMsgSize:
		return 0, true
	}
	return 0, false
}

// Set is LAPI_Senv.
func (p *Process) Set(fn string, handle uint32, what, value int32) (int32, error) {
	c, ok := p.context(handle)
	if !ok {
		return ErrHndlInvalid, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch what {
	case QueryErrorChk, QueryInterruptSet:
		if value != 0 && value != 1 {
			return ErrSetVal, nil
		}
		if what == QueryErrorChk {
			c.check = value == 1
		} else if on := value == 1; on != c.interrupt {
			c.interrupt = on
			c.link.Interrupts(on)
		}
	case QueryTimeout:
		if value < minTimeout {
			return ErrSetVal, nil
		}
		c.timeout = value
	case QueryAckThreshold:
		if value < 1 || value > maxThreshold {
			return ErrSetVal, nil
		}
		c.threshold, c.m.AckEvery = value, int(value)
	default:
		return ErrQueryType, nil
	}
	return success, nil
}

// AddrSet is LAPI_Addr_set.
func (p *Process) AddrSet(fn string, handle uint32, addr uintptr, index int32) (int32, error) {
	c, ok := p.context(handle)
	switch {
	case !ok:
		return ErrHndlInvalid, nil
	case index < 1 || index >= Table:
		return ErrAddrHndlRange, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.table[index] = addr
	return success, nil
}

// AddrGet is LAPI_Addr_get.
func (p *Process) AddrGet(fn string, handle uint32, index int32) (rc int32, addr uintptr, err error) {
	c, ok := p.context(handle)
	switch {
	case !ok:
		return ErrHndlInvalid, 0, nil
	case index < 1 || index >= Table:
		return ErrAddrHndlRange, 0, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return success, c.table[index], nil
}
