package node

// Outbox queues the records for mailboxes of Mail that have had no space for them. Records for one rank stay in order. Its caller has a lock.
type Outbox struct {
	mail   *Mail
	queues [][][]byte // by local rank
	queued int
}

// NewOutbox makes an empty one.
func (m *Mail) NewOutbox() *Outbox {
	return &Outbox{mail: m, queues: make([][][]byte, m.node.Locals())}
}

// Send writes a record of bytes bytes into the mailbox of a rank, or queues it. write appends the record to what it gets, and is called once at most: a rank that has left gets none.
func (o *Outbox) Send(to LocalRank, bytes int, write func([]byte) []byte) {
	o.flush(to)
	if len(o.queues[to]) == 0 {
		if r, ok := o.mail.Reserve(to, bytes); ok {
			write(r.Payload[:0])
			o.mail.Post(r)
			return
		}
	}
	if o.mail.node.HasLeft(to) {
		return
	}
	o.queues[to] = append(o.queues[to], write(nil))
	o.queued++
}

// Flush sends what is queued, as far as there is space.
func (o *Outbox) Flush() {
	if o.queued == 0 {
		return
	}
	for to := range o.queues {
		o.flush(LocalRank(to))
	}
}

func (o *Outbox) flush(to LocalRank) {
	for len(o.queues[to]) > 0 {
		q := o.queues[to]
		r, ok := o.mail.Reserve(to, len(q[0]))
		if !ok {
			if o.mail.node.HasLeft(to) {
				o.Drop(to)
			}
			return
		}
		copy(r.Payload, q[0])
		o.mail.Post(r)
		o.queues[to] = q[1:]
		o.queued--
	}
	o.queues[to] = nil
}

// Drop removes what is queued for a rank.
func (o *Outbox) Drop(to LocalRank) {
	o.queued -= len(o.queues[to])
	o.queues[to] = nil
}

// Waiting reports whether records are queued.
func (o *Outbox) Waiting() bool { return o.queued > 0 }
