package client

import "gasnetgo/sisci"

// Local is a segment of this node, mapped.
type Local struct {
	Handle sisci.Handle
	At     uintptr // where the client sees it
	Bytes  uint64

	mapped   sisci.Handle
	exported bool
}

// Map is a map of a segment of a node, with a sequence that checks the stores to it.
type Map struct {
	At     uintptr
	Handle sisci.Handle

	sequence sisci.Handle
}

// NodeID is the id of this node (SCIQuery).
func (d *Driver) NodeID() (uint32, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	id, code := d.process.QueryAdapter(0, sisci.QueryNodeID, 0)
	return id, failed("SCIQuery", code)
}

// DMAAlign is what offsets and sizes of DMA transfers must be multiples of, in bytes.
func (d *Driver) DMAAlign() uint64 {
	return max(d.adapter.DMAOffset, d.adapter.DMASize, 1)
}

// Ordered reports whether stores through one map become visible in the order in which they are made.
func (d *Driver) Ordered() bool { return d.machine.Ordered() }

// Create makes a segment, prepares it and maps it (SCICreateSegment, SCIPrepareSegment, SCIMapLocalSegment). at is memory of the client that becomes the segment's
// (SCIRegisterSegmentMemory); 0: SISCI allocates it. The content is undefined. No node can connect with the segment before Export.
func (d *Driver) Create(id uint32, at uintptr, bytes uint64) (Local, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.perform()
	flags := uint32(0)
	if at != 0 {
		flags = sisci.Empty
	}
	l := Local{Bytes: bytes}
	var code sisci.Code
	if l.Handle, _, code = d.process.CreateSegment(d.opened, id, bytes, sisci.Callback{}, flags); code != sisci.OK {
		return Local{}, failed("SCICreateSegment", code)
	}
	function := "SCIRegisterSegmentMemory"
	if at != 0 {
		code = d.process.RegisterSegmentMemory(at, bytes, l.Handle, 0)
	}
	if code == sisci.OK {
		function = "SCIPrepareSegment"
		code = d.process.PrepareSegment(l.Handle, 0, 0)
	}
	if code == sisci.OK {
		function = "SCIMapLocalSegment"
		l.mapped, l.At, code = d.process.MapLocalSegment(l.Handle, 0, bytes, 0, 0)
	}
	if code != sisci.OK {
		d.process.RemoveSegment(l.Handle, 0)
		return Local{}, failed(function, code)
	}
	d.locals = append(d.locals, l)
	return l, nil
}

// Export lets nodes connect with a segment (SCISetSegmentAvailable).
func (d *Driver) Export(l Local) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	code := d.process.SetSegmentAvailable(l.Handle, 0, 0)
	for i := range d.locals {
		if d.locals[i].Handle == l.Handle {
			d.locals[i].exported = code == sisci.OK
		}
	}
	return failed("SCISetSegmentAvailable", code)
}

// Connect begins a connection with a segment of a node, which may be this one (SCIConnectSegment). Connected returns its result.
func (d *Driver) Connect(node, id uint32) (sisci.Ticket, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.perform()
	_, t, code := d.process.ConnectSegment(d.opened, node, id, 0, sisci.Callback{}, 0)
	return t, failed("SCIConnectSegment", code)
}

// Connected returns the result of Connect, once, or done false.
func (d *Driver) Connected(t sisci.Ticket) (remote sisci.Handle, done bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	a, done := d.process.Poll(t)
	if done && a.Code == sisci.OK {
		d.remotes = append(d.remotes, a.Handle)
	}
	return a.Handle, done, failed("SCIConnectSegment", a.Code)
}

// Map maps all of a segment of a node and makes a sequence (SCIMapRemoteSegment, SCICreateMapSequence).
func (d *Driver) Map(remote sisci.Handle) (Map, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.perform()
	h, at, code := d.process.MapRemoteSegment(remote, 0, d.process.RemoteSegmentSize(remote), 0, 0)
	if code != sisci.OK {
		return Map{}, failed("SCIMapRemoteSegment", code)
	}
	m := Map{At: at, Handle: h}
	m.sequence, code = d.process.CreateMapSequence(h, 0)
	d.maps = append(d.maps, m)
	return m, failed("SCICreateMapSequence", code)
}

// Store stores bytes through a map, by plain stores. The caller knows that they are inside.
func (d *Driver) Store(m Map, offset uint64, from []byte) {
	d.machine.Store(m.At+uintptr(offset), from)
}

// Flush has the stores through a map leave the processor's buffers (SCIFlush). It does not wait until they are visible.
func (d *Driver) Flush(m Map) { d.machine.Flush(m.At) }

// Copy copies memory of the client through a map (SCIMemCpy). The source may be reused when it returns, but the bytes may not be visible before Check.
func (d *Driver) Copy(m Map, offset uint64, from uintptr, bytes uint64) error {
	d.mu.Lock()
	t, code := d.process.MemCpy(m.sequence, true, from, m.Handle, offset, bytes, 0)
	d.perform()
	d.mu.Unlock()
	if code != sisci.OK {
		return failed("SCIMemCpy", code)
	}
	var a sisci.Answer
	d.machine.Wait("SCIMemCpy", func() (done bool) {
		d.mu.Lock()
		defer d.mu.Unlock()
		a, done = d.process.Poll(t)
		return done
	})
	return failed("SCIMemCpy", a.Code)
}

// Check returns when the stores and copies through a map are visible, or says that they may not be (SCICheckSequence).
func (d *Driver) Check(m Map) (sisci.SequenceStatus, error) {
	lost := d.machine.Drain(m.At)
	d.mu.Lock()
	defer d.mu.Unlock()
	if lost {
		d.process.StoresFailed(m.Handle)
	}
	status, code := d.process.CheckSequence(m.sequence, 0)
	return status, failed("SCICheckSequence", code)
}

// Load loads a byte of a segment of this node.
func (d *Driver) Load(l Local, offset uint64) byte { return d.machine.Load(l.At + uintptr(offset)) }

// Swap stores a byte of a segment of this node, and returns the one before. Loads that follow see what has been stored before the byte that it returns.
func (d *Driver) Swap(l Local, offset uint64, value byte) byte {
	return d.machine.Swap(l.At+uintptr(offset), value)
}

// Queue makes a DMA queue for one transfer at a time (SCICreateDMAQueue).
func (d *Driver) Queue() (sisci.Handle, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	q, code := d.process.CreateDMAQueue(d.opened, 0, 1, 0)
	if code == sisci.OK {
		d.queues = append(d.queues, q)
	}
	return q, failed("SCICreateDMAQueue", code)
}

// Post begins a DMA transfer to a connected segment, which need not be mapped (SCIEnqueueDMATransfer with SCI_FLAG_DMA_POST).
func (d *Driver) Post(queue sisci.Handle, from Local, fromOffset uint64, remote sisci.Handle, offset, bytes uint64) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.perform()
	_, _, code := d.process.EnqueueDMATransfer(queue, from.Handle, remote, fromOffset, offset, bytes, sisci.DMAPost)
	return failed("SCIEnqueueDMATransfer", code)
}

// Posted reports whether a queue's transfer has ended, and how; it makes it, if the machine has no DMA engine. Then the bytes are visible, and the queue can have the next one (SCIDMAQueueState, SCIResetDMAQueue).
func (d *Driver) Posted(queue sisci.Handle) (done bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.perform()
	state := d.process.DMAQueueState(queue)
	for state == sisci.QueuePosted && d.work() {
		state = d.process.DMAQueueState(queue)
	}
	switch state {
	case sisci.QueueDone:
		return true, failed("SCIResetDMAQueue", d.process.ResetDMAQueue(queue, 0))
	case sisci.QueueError, sisci.QueueAborted:
		d.process.ResetDMAQueue(queue, 0)
		return true, failed("SCIEnqueueDMATransfer", sisci.TransferFailed)
	}
	return false, nil
}

// Close ends all that the client has created, and SISCI. Peers that are connected lose their connections; their maps stay until they end them. No transfer is in progress.
func (d *Driver) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.perform()
	var first error
	end := func(function string, code sisci.Code) {
		if first == nil {
			first = failed(function, code)
		}
	}
	for _, m := range d.maps {
		end("SCIRemoveSequence", d.process.RemoveSequence(m.sequence, 0))
		end("SCIUnmapSegment", d.process.UnmapSegment(m.Handle, 0))
	}
	for _, q := range d.queues {
		end("SCIRemoveDMAQueue", d.process.RemoveDMAQueue(q, 0))
	}
	for _, r := range d.remotes {
		end("SCIDisconnectSegment", d.process.DisconnectSegment(r, 0))
	}
	for _, l := range d.locals {
		end("SCIUnmapSegment", d.process.UnmapSegment(l.mapped, 0))
		if l.exported {
			end("SCISetSegmentUnavailable", d.process.SetSegmentUnavailable(l.Handle, 0, sisci.ForceDisconnect))
		}
		end("SCIRemoveSegment", d.process.RemoveSegment(l.Handle, 0))
	}
	end("SCIClose", d.process.Close(d.opened, 0))
	d.maps, d.queues, d.remotes, d.locals = nil, nil, nil, nil
	d.process.Terminate()
	return first
}
