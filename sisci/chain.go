package sisci

// transfer is one of a queue.
type transfer struct {
	local       *localSegment
	remote      *remoteSegment
	localOffset uint64
	offset      uint64 // in the remote segment
	bytes       uint64
	read        bool
}

// chain is the transfers of a queue, which are made in order. A queue that was aborted and has been reset has another one.
type chain struct {
	queue     *queue
	transfers []transfer // that have not been made; the first one may be in progress
	running   bool
	reset     bool // the queue is idle at its end
}

// add gives a queue one more transfer. The segments cannot be removed before it is made, or the queue is reset.
func (c *chain) add(t transfer) {
	c.transfers = append(c.transfers, t)
	t.local.transfers++
	t.remote.transfers++
	c.queue.state = QueueGather
}

// next begins the next transfer of a chain.
func (c *chain) next() {
	q := c.queue
	if len(c.transfers) == 0 {
		q.finish(c, QueueDone, OK)
		return
	}
	t := c.transfers[0]
	if t.remote.connection.state != connected {
		q.finish(c, QueueError, TransferFailed)
		return
	}
	s, r := t.local.segment, t.remote.connection
	move := Copy{Process: q.process, From: Place{s.node.config.Node, s.key, t.localOffset}, To: Place{r.node, r.key, t.offset}, Bytes: t.bytes, DMA: true, Checked: true}
	if t.read {
		move.From, move.To = move.To, move.From
	}
	c.running = true
	q.process.node.copy(move, func(code Code) {
		c.running = false
		switch {
		case q.chain != c || q.state != QueuePosted:
			c.release()
		case code != OK || r.state != connected:
			q.finish(c, QueueError, TransferFailed)
		default:
			t.free()
			c.transfers = c.transfers[1:]
			c.next()
		}
	})
}

func (t transfer) free() {
	t.local.transfers--
	t.remote.transfers--
}

// release frees the segments of a chain, unless a transfer is in progress, whose report does.
func (c *chain) release() {
	if c.running {
		return
	}
	for _, t := range c.transfers {
		t.free()
	}
	c.transfers = nil
}

// finish ends the transfers of a queue.
func (q *queue) finish(c *chain, state QueueState, code Code) {
	q.state = state
	c.release()
	if c.reset {
		q.idle()
	}
	q.wake(Answer{Code: code, State: q.state})
	if q.inbox != nil {
		q.inbox.put(Event{Status: code})
	}
}

func (q *queue) idle() {
	q.chain.release()
	q.state, q.chain = QueueIdle, &chain{queue: q}
}

func (q *queue) wake(a Answer) {
	waiters := q.waiters
	q.waiters = nil
	for _, t := range waiters {
		t.finish(a)
	}
}
