package ofi

// Executed counts the messages of each rank that a user has executed, to acknowledge them together: in its [User.Batch], with one message for each rank, which says how
// many of that rank's messages have been executed, ever. It is guarded by the port's lock.
type Executed struct {
	ranks []struct{ ever, acknowledged uint64 }
	due   []int // ranks with messages that have not been acknowledged
}

// NewExecuted has counted no message of size ranks.
func NewExecuted(size int) Executed {
	return Executed{ranks: make([]struct{ ever, acknowledged uint64 }, size)}
}

// Note counts a message of a rank.
func (e *Executed) Note(from int) {
	r := &e.ranks[from]
	if r.ever == r.acknowledged {
		e.due = append(e.due, from)
	}
	r.ever++
}

// Ever is how many messages of a rank have been executed.
func (e *Executed) Ever(from int) uint64 { return e.ranks[from].ever }

// NoteEach is Note for a user that acknowledges without Acknowledge, when `batch` messages of a rank are not acknowledged: then it returns true, and how many have been executed, ever.
func (e *Executed) NoteEach(from int, batch uint64) (ever uint64, due bool) {
	r := &e.ranks[from]
	if r.ever++; r.ever-r.acknowledged < batch {
		return r.ever, false
	}
	r.acknowledged = r.ever
	return r.ever, true
}

// Acknowledge calls send for each rank with messages that have not been acknowledged.
func (e *Executed) Acknowledge(send func(to int, ever uint64)) {
	for _, to := range e.due {
		r := &e.ranks[to]
		r.acknowledged = r.ever
		send(to, r.ever)
	}
	e.due = e.due[:0]
}
