package armci

import (
	"slices"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// anyRank stands for any process.
const anyRank = -1

// anothers is what a rank waits for that does not depend on one rank.
const anothers = "another rank of ARMCI"

// mailbox has messages that have arrived and not been received, in their order, by rank in the job.
type mailbox map[int][]Message

// receive waits for a message of a rank, or of any process, and says whose it is.
func (r *Rank) receive(from int, context uint64, tag int64) (m Message, sender int, err error) {
	senders := r.ranks
	if from != anyRank {
		senders = []int{from}
	}
	err = r.world.WaitFor(from, func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, sender = range senders {
			var ok bool
			if m, ok = r.take(sender, context, tag); ok {
				return true
			}
		}
		return false
	})
	return m, sender, err
}

// take is the first message of a rank that matches. Needs mu.
func (r *Rank) take(from int, context uint64, tag int64) (Message, bool) {
	for {
		m, ok := r.moves.Receive(from)
		if !ok {
			break
		}
		if r.mail == nil {
			r.mail = mailbox{}
		}
		r.mail[from] = append(r.mail[from], m)
	}
	for i, m := range r.mail[from] {
		if m.Context == context && m.Tag == tag {
			r.mail[from] = slices.Delete(r.mail[from], i, i+1)
			return m, true
		}
	}
	return Message{}, false
}

// send copies data to a rank of the job.
func (r *Rank) send(to int, context uint64, tag int64, data []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.moves.Send(to, Message{Context: context, Tag: tag, Data: data})
}

// Send is armci_msg_snd.
func (r *Rank) Send(fn string, tag int32, buffer uintptr, bytes, to int32) error {
	if err := r.started(); err != nil {
		return err
	}
	if err := r.process("to", to); err != nil {
		return err
	}
	if bytes < 0 {
		return fault.New("len", bytes, "negative")
	}
	return r.send(r.ranks[to], userContext, int64(tag), memory.Bytes(buffer, bytes))
}

// Receive is armci_msg_rcv, and with a negative number of a process armci_msg_rcvany. It answers the length and the sender.
func (r *Rank) Receive(fn string, tag int32, buffer uintptr, most, from int32) (bytes, sender int32, err error) {
	if err := r.started(); err != nil {
		return 0, 0, err
	}
	rank := anyRank
	if from != Anyone {
		if err := r.process("from", from); err != nil {
			return 0, 0, err
		}
		rank = r.ranks[from]
	}
	m, who, err := r.receive(rank, userContext, int64(tag))
	if err != nil {
		return 0, 0, err
	}
	sender = int32(slices.Index(r.ranks, who))
	if len(m.Data) > int(most) {
		return 0, 0, fault.New("buflen", most, "process %d has sent %d bytes with tag %d", sender, len(m.Data), tag)
	}
	copy(memory.Bytes(buffer, len(m.Data)), m.Data)
	return int32(len(m.Data)), sender, nil
}
