package process

import (
	"gasnetgo/internal/memory"
	"gasnetgo/lapi"
)

// Reach says whether the kernel copies to and from a task's memory: node.Reach.
func (p *Process) Reach(fn string, handle, tgt uint32) (what int32, err error) {
	c, ok := p.context(handle)
	if !ok || c.shared == nil || uint64(tgt) >= uint64(p.world.Size()) {
		return 0, nil
	}
	return c.shared.Reach(int(tgt)), nil
}

// Bump adds one to a counter, for C where counters have states: the operation was on task peer, or of it.
func (p *Process) Bump(fn string, handle uint32, cntr uintptr, peer uint32) error {
	c, ok := p.context(handle)
	if !ok {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bump(cntr, int(peer))
	return nil
}

// Count notes what C has counted so far: records and their data.
func (p *Process) Count(fn string, handle uint32, sent, received, dataSent, dataReceived uint64) error {
	c, ok := p.context(handle)
	if !ok {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counted = lapi.Statistics{Sent: sent, Received: received, DataSent: dataSent, DataReceived: dataReceived}
	return nil
}

// statistics is what the machine and C have counted.
func (c *Context) statistics() lapi.Statistics {
	s := c.m.Statistics()
	s.Sent += c.counted.Sent
	s.Received += c.counted.Received
	s.DataSent += c.counted.DataSent
	s.DataReceived += c.counted.DataReceived
	return s
}

// Lay stores a message's data, which C has, for the layout that its header handler has answered. number: C is to carry out that scatter.
func (p *Process) Lay(fn string, handle uint32, at uintptr) (number uint64, err error) {
	c, ok := p.context(handle)
	if !ok {
		return 0, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	j := memory.At[Job](at)
	n := min(j.Bytes, j.Total)
	into, number, err := c.laid(task{fn: j.Fn, from: int(j.From)}, j, n)
	if err != nil {
		return 0, err
	}
	from := j.Data
	for _, q := range into {
		memory.Copy(q.At, from, q.Len)
		from += uintptr(q.Len)
	}
	return number, nil
}
