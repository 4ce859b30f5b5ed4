package ofi

import "fmt"

// Ahead is how many messages to a peer may be without acknowledgement, and how many requests without reply: fewer than the peer has receive buffers for.
const Ahead = 128

const alone = 16 // messages of a stream without acknowledgement, after which parts wait for each other

// Stream is the messages of a user to a peer that the peer counts as [Executed]. A message costs much more than its bytes: while many are without acknowledgement, the user adds
// small ones as parts to a message of several (Add), which leaves when it is full, when an acknowledgement comes, with Flush, and before any other message of the stream. So a
// part waits for no longer than a round trip, and a user that sends few at a time does not wait at all. All methods need the port's lock.
type Stream struct {
	port        *Port
	peer        int
	channel     Channel
	opening     []byte // of a message of several parts
	sent, acked uint64
	parts       []byte // the next message; empty: there is none
}

// NewStream makes a stream to a peer. opening is what a message of several parts begins with; a stream without Add needs none.
func NewStream(p *Port, c Channel, peer int, opening []byte) Stream {
	return Stream{port: p, channel: c, peer: peer, opening: opening}
}

// Full reports whether a message has to wait for space. A sender that has waited goes on when there is Room for several.
func (s *Stream) Full() bool { return s.sent-s.acked >= Ahead || s.port.Backlog() }

// Room reports whether there is space for several messages.
func (s *Stream) Room() bool { return s.sent-s.acked < Ahead-Ahead/4 && !s.port.Backlog() }

// Busy reports whether enough messages are on their way for the next to wait for others.
func (s *Stream) Busy() bool { return s.sent-s.acked >= alone }

// Quiet reports whether the peer has acknowledged all.
func (s *Stream) Quiet() bool { return s.sent == s.acked && len(s.parts) == 0 }

// Sent is how many messages have been sent, ever.
func (s *Stream) Sent() uint64 { return s.sent }

// Acknowledged reports whether the peer has acknowledged a message.
func (s *Stream) Acknowledged(number uint64) bool { return s.acked >= number }

// Send sends a message, after what waits, and returns its number, from 1.
func (s *Stream) Send(head, tail []byte) (number uint64) {
	s.Flush()
	s.sent++
	s.port.Send(s.peer, s.channel, head, tail)
	return s.sent
}

// Add adds a part to the message that waits, and returns the number of that message. A message that has no space for the part leaves first. The part is head and then tail; with the
// opening it is no longer than MaxBody.
func (s *Stream) Add(head, tail []byte) (number uint64) {
	if len(s.parts)+len(head)+len(tail) > MaxBody {
		s.Flush()
	}
	if len(s.parts) == 0 {
		s.parts = append(s.parts, s.opening...)
	}
	s.parts = append(append(s.parts, head...), tail...)
	return s.sent + 1
}

// Waiting reports whether parts wait.
func (s *Stream) Waiting() bool { return len(s.parts) > 0 }

// Flush sends the parts that wait.
func (s *Stream) Flush() {
	if len(s.parts) > 0 {
		s.sent++
		s.port.Send(s.peer, s.channel, s.parts, nil)
		s.parts = s.parts[:0]
	}
}

// Acknowledge notes that the peer has executed so many messages, ever. It sends the parts that wait, unless the stream is busy.
func (s *Stream) Acknowledge(number uint64) error {
	if number > s.sent || number < s.acked {
		return fmt.Errorf("an acknowledgement of %d messages, of which %d were sent and %d acknowledged", number, s.sent, s.acked)
	}
	s.acked = number
	if !s.Busy() {
		s.Flush()
	}
	return nil
}
