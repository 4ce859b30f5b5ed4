package sisci

// QueueState is sci_dma_queue_state_t.
type QueueState uint32

// Values of QueueState.
const (
	QueueIdle    QueueState = 0
	QueueGather  QueueState = 1
	QueuePosted  QueueState = 2
	QueueDone    QueueState = 3
	QueueAborted QueueState = 4
	QueueError   QueueState = 5
)

// queue is a DMA queue.
type queue struct {
	process    *Process
	handle     Handle
	descriptor *descriptor
	most       uint32 // transfers
	state      QueueState
	chain      *chain // of the transfers that it has, or has had until it was reset
	inbox      *inbox // of the callback; nil: it was posted without one
	waiters    []*ticket
}

// CreateDMAQueue is SCICreateDMAQueue.
func (p *Process) CreateDMAQueue(sd Handle, adapter, entries, flags uint32) (Handle, Code) {
	d, code := find(p, &p.descriptors, sd)
	if code == OK {
		code = legal(flags, 0, 0)
	}
	if code == OK {
		code = p.admit(p.node.adapter(adapter))
	}
	if code == OK && entries == 0 {
		code = IllegalParameter
	}
	if code != OK {
		return 0, code
	}
	q := &queue{process: p, descriptor: d, most: entries}
	q.chain = &chain{queue: q}
	q.handle = p.queues.add(q)
	return q.handle, p.made(d)
}

// idleQueue is the queue of a call that no posted transfer allows. done: the call is over, with code.
func (p *Process) idleQueue(h Handle, flags uint32) (q *queue, done bool, code Code) {
	q, done, code = ending(p, &p.queues, h)
	if done {
		return nil, true, code
	}
	if code = legal(flags, 0, 0); code == OK && q.state == QueuePosted {
		code = IllegalOperation
	}
	return q, false, code
}

// RemoveDMAQueue is SCIRemoveDMAQueue.
func (p *Process) RemoveDMAQueue(h Handle, flags uint32) Code {
	q, done, code := p.idleQueue(h, flags)
	if done || code != OK {
		return code
	}
	q.chain.release()
	p.queues.drop(h)
	p.ended(q.descriptor)
	return OK
}

// abandon is the end of a queue whose process terminates. What is in progress goes on.
func (q *queue) abandon() {
	q.state = QueueAborted
	q.wake(Answer{Code: Cancelled, State: q.state})
	if q.inbox != nil {
		q.inbox.end()
	}
}

// enters checks a transfer.
func (p *Process) enters(q *queue, t transfer) Code {
	a := p.node.config.Adapter
	switch {
	case !t.local.segment.prepared:
		return SegmentNotPrepared
	case t.remote.connection.state != connected:
		return SegmentNotConnected
	case t.bytes == 0 || t.bytes%a.DMASize != 0:
		return SizeAlignment
	case t.localOffset%a.DMAOffset != 0 || t.offset%a.DMAOffset != 0:
		return OffsetAlignment
	case !within(t.localOffset, t.bytes, t.local.segment.size) || !within(t.offset, t.bytes, t.remote.connection.size):
		return OutOfRange
	case uint32(len(q.chain.transfers)) >= q.most:
		return MaxEntries
	}
	return OK
}

// transferOf finds what a transfer is of.
func (p *Process) transferOf(dq, local, remote Handle) (q *queue, t transfer, code Code) {
	if q, code = find(p, &p.queues, dq); code == OK {
		if t.local, code = find(p, &p.locals, local); code == OK {
			t.remote, code = find(p, &p.remotes, remote)
		}
	}
	return q, t, code
}

// EnqueueDMATransfer is SCIEnqueueDMATransfer. With DMAWait there is a ticket.
func (p *Process) EnqueueDMATransfer(dq, local, remote Handle, localOffset, offset, bytes uint64, flags uint32) (QueueState, Ticket, Code) {
	q, t, code := p.transferOf(dq, local, remote)
	if q == nil {
		return QueueError, 0, code
	}
	if code == OK {
		code = legal(flags, DMAPost|DMAWait|DMAReset|DMARead|dmaEngines, dmaPhysical)
	}
	if code == OK && (flags&DMAWait != 0 && flags&DMAPost == 0 || flags&DMAReset != 0 && flags&DMAWait == 0) {
		code = IllegalFlag
	}
	if code == OK && q.state != QueueIdle && q.state != QueueGather {
		code = IllegalOperation
	}
	t.localOffset, t.offset, t.bytes, t.read = localOffset, offset, bytes, flags&DMARead != 0
	if code == OK {
		code = p.enters(q, t)
	}
	if code != OK {
		return q.state, 0, code
	}
	q.chain.add(t)
	if flags&DMAPost == 0 {
		return q.state, 0, OK
	}
	q.chain.reset = flags&DMAReset != 0
	ticket := q.post(nil, flags&DMAWait != 0)
	return q.state, ticket, OK
}

// PostDMAQueue is SCIPostDMAQueue.
func (p *Process) PostDMAQueue(dq Handle, cb Callback, flags uint32) Code {
	q, code := find(p, &p.queues, dq)
	if code == OK {
		code = legal(flags, UseCallback, 0)
	}
	if code != OK {
		return code
	}
	box, code := p.newInbox(flags, cb)
	switch {
	case code != OK:
		return code
	case q.state != QueueGather:
		return IllegalOperation
	}
	q.post(box, false)
	return OK
}

// DMAPart is bytes of a DMA transfer, and where they are in the local and in the remote segment.
type DMAPart struct{ LocalOffset, Offset, Bytes uint64 }

// StartDmaTransfer is SCIStartDmaTransfer, and SCIStartDmaTransferVec with several parts. With DMAWait there is a ticket.
func (p *Process) StartDmaTransfer(dq, local, remote Handle, parts []DMAPart, cb Callback, flags uint32) (Ticket, Code) {
	q, t, code := p.transferOf(dq, local, remote)
	if code == OK {
		code = legal(flags, UseCallback|DMAWait|DMARead|dmaEngines, dmaPhysical)
	}
	if code != OK {
		return 0, code
	}
	if len(parts) == 0 {
		return 0, IllegalParameter
	}
	box, code := p.newInbox(flags, cb)
	if code != OK {
		return 0, code
	}
	if q.state == QueuePosted || q.state == QueueGather {
		return 0, IllegalOperation
	}
	t.read = flags&DMARead != 0
	old := q.chain
	q.chain = &chain{queue: q}
	all := make([]transfer, len(parts))
	for i, part := range parts {
		t.localOffset, t.offset, t.bytes = part.LocalOffset, part.Offset, part.Bytes
		if code = p.enters(q, t); code != OK {
			q.chain = old
			return 0, code
		}
		all[i] = t
	}
	for _, t := range all {
		q.chain.add(t)
	}
	return q.post(box, flags&DMAWait != 0), OK
}

// post starts the transfers of a queue, and makes a ticket for a call that waits for them.
func (q *queue) post(box *inbox, wait bool) (ticket Ticket) {
	q.state, q.inbox = QueuePosted, nil
	if box != nil && box.called() {
		q.inbox = box
		box.handle = q.handle
	}
	if wait {
		t := q.process.newTicket(nil)
		q.waiters = append(q.waiters, t)
		ticket = t.number
	}
	q.chain.next()
	return ticket
}

// WaitForDMAQueue is SCIWaitForDMAQueue.
func (p *Process) WaitForDMAQueue(dq Handle, flags uint32) (QueueState, Ticket, Code) {
	q, code := find(p, &p.queues, dq)
	if code != OK {
		return QueueError, 0, code
	}
	if code = legal(flags, 0, 0); code == OK && (q.inbox != nil || q.state == QueueIdle || q.state == QueueGather) {
		code = IllegalOperation
	}
	if code != OK {
		return q.state, 0, code
	}
	t := p.newTicket(nil)
	t.expire = func() Answer {
		q.waiters = without(q.waiters, t)
		return Answer{Code: Timeout, State: q.state}
	}
	q.waiters = append(q.waiters, t)
	switch q.state {
	case QueueDone:
		q.wake(Answer{State: q.state})
	case QueueError:
		q.wake(Answer{Code: TransferFailed, State: q.state})
	case QueueAborted:
		q.wake(Answer{Code: Cancelled, State: q.state})
	}
	return q.state, t.number, OK
}

// DMAQueueState is SCIDMAQueueState.
func (p *Process) DMAQueueState(dq Handle) QueueState {
	q, code := find(p, &p.queues, dq)
	if code != OK {
		return QueueError
	}
	return q.state
}

// AbortDMAQueue is SCIAbortDMAQueue.
func (p *Process) AbortDMAQueue(dq Handle, flags uint32) Code {
	q, done, code := ending(p, &p.queues, dq)
	if done {
		return code
	}
	if code = legal(flags, 0, 0); code != OK {
		return code
	}
	if q.state != QueuePosted {
		return IllegalOperation
	}
	q.finish(q.chain, QueueAborted, Cancelled)
	return OK
}

// ResetDMAQueue is SCIResetDMAQueue.
func (p *Process) ResetDMAQueue(dq Handle, flags uint32) Code {
	q, done, code := p.idleQueue(dq, flags)
	if done || code != OK {
		return code
	}
	q.idle()
	q.inbox = nil
	return OK
}
