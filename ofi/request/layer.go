package request

import (
	"fmt"

	"gasnetgo/ofi"
)

// Client is the user of a layer whose operations have notes of type T. The layer makes all calls with the port locked; they must not block.
type Client[T any] interface {
	// Execute executes a message of a peer. It returns the reply if the message is a request, and the layer sends that; the reply may be memory of the client's, and is read at once. An
	// error says why the message is damaged or impossible; then Execute has changed nothing, or the parts of the message before the damaged one.
	Execute(from int, m Message, payload []byte) (reply []byte, err error)

	// Ended is called when an operation has ended, with its note. reply is what the peer has replied to a request, and nil otherwise. It is called with the failure if the operation
	// has failed, which the layer has noted.
	Ended(note *T, reply []byte, failure error)

	// Acknowledged is called when a peer has acknowledged messages of the stream to it.
	Acknowledged(peer int)
}

// Layer is one rank's endpoint. Its methods need the port's lock, but for Wait.
type Layer[T any] struct {
	port     *ofi.Port
	channel  ofi.Channel
	client   Client[T]
	kinds    []Returns
	peers    []peer
	open     ofi.Requests[Operation[T]]
	unused   []*Operation[T]
	executed ofi.Executed // messages of peers
	failure  error
	head     []byte
}

// peer is what this rank knows of another one.
type peer struct {
	stream   ofi.Stream // messages to it that it acknowledges
	requests int        // to it, without reply
}

// user is the layer as its port sees it.
type user[T any] struct{ *Layer[T] }

// New makes the layer of a channel. Peers may use it when all ranks have made theirs. kinds says, by kind of the client's messages, what may come back. several is the kind of a
// message of the stream that consists of parts ([ofi.Stream.Add]); 0: the client sends none.
func New[T any](p *ofi.Port, c ofi.Channel, client Client[T], kinds []Returns, several uint8) *Layer[T] {
	l := &Layer[T]{port: p, channel: c, client: client, kinds: kinds, peers: make([]peer, p.Size), executed: ofi.NewExecuted(p.Size)}
	opening := (&Message{Kind: several, ID: counted}).Append(nil)
	for i := range l.peers {
		l.peers[i].stream = ofi.NewStream(p, c, i, opening)
	}
	p.Attach(c, user[T]{l})
	return l
}

// Failed is a failure of the network, of an operation, or of a peer that has sent or refused a damaged or impossible message; nil: there is none. It does not go away.
func (l *Layer[T]) Failed() error {
	if err := l.port.Broken(); err != nil {
		return err
	}
	return l.failure
}

// fail notes the first failure.
func (l *Layer[T]) fail(err error) {
	if l.failure == nil {
		l.failure = err
	}
}

// Await returns when cond, which is evaluated with the lock, holds, or with the layer's failure. It blocks, and releases the lock meanwhile.
func (l *Layer[T]) Await(cond func() bool) error {
	if err := l.Failed(); err != nil || cond() {
		return err
	}
	return l.await(cond)
}

func (l *Layer[T]) await(cond func() bool) (err error) {
	l.port.Unlock()
	l.port.WaitLocked(func() bool {
		err = l.Failed()
		return err != nil || cond()
	})
	l.port.Lock()
	return err
}

// Stream is the messages to a peer that the peer executes and acknowledges.
func (l *Layer[T]) Stream(to int) *ofi.Stream { return &l.peers[to].stream }

// Inform sends a message of the stream to a peer, and returns its number. The caller has waited until the stream is not full.
func (l *Layer[T]) Inform(to int, m Message, payload []byte) (number uint64) {
	m.ID = counted
	l.head = m.Append(l.head[:0])
	return l.peers[to].stream.Send(l.head, payload)
}

// Send sends a message for which nothing comes back.
func (l *Layer[T]) Send(to int, m Message, payload []byte) {
	l.head = m.Append(l.head[:0])
	l.port.Send(to, l.channel, l.head, payload)
}

// Receive executes a message, and refuses a damaged or impossible one.
func (u user[T]) Receive(from int, body []byte) {
	m, payload, ok := Parse(body)
	err := fmt.Errorf("it has %d bytes", len(body))
	if ok {
		err = u.receive(from, m, payload)
	}
	if err == nil {
		return
	}
	u.fail(ofi.BadMessage(from, err))
	if m.Kind == kindRefusal {
		return // ranks that refuse each other's refusals would not end
	}
	if m.Kind >= kindAck {
		m.ID = plain // of this rank's requests, not of the sender's
	}
	u.Send(from, Message{Kind: kindRefusal, ID: m.ID}, []byte(err.Error()))
}

func (l *Layer[T]) receive(from int, m Message, payload []byte) error {
	switch m.Kind {
	case kindAck:
		if err := l.peers[from].stream.Acknowledge(m.Value); err != nil {
			return err
		}
		l.client.Acknowledged(from)
		return nil
	case kindReply, kindRefusal:
		return l.replied(from, m, payload)
	}
	if err := m.check(l.kinds); err != nil {
		return err
	}
	reply, err := l.client.Execute(from, m, payload)
	if err != nil {
		return err
	}
	switch m.returns() {
	case Acknowledgement:
		l.executed.Note(from)
	case Reply:
		l.Send(from, Message{Kind: kindReply, ID: m.ID}, reply)
	}
	return nil
}

// replied ends the operation that a reply or refusal belongs to.
func (l *Layer[T]) replied(from int, m Message, payload []byte) error {
	var refused error
	if m.Kind == kindRefusal {
		refused = fmt.Errorf("rank %d has refused a message of this rank: %s", from, payload)
		l.fail(refused)
		if m.returns() != Reply {
			return nil
		}
	}
	o, err := l.open.Take(m.ID)
	if err != nil {
		return err
	}
	switch {
	case o.peer != from:
		err = fmt.Errorf("a reply to operation %d, which rank %d has to reply to", m.ID, o.peer)
	case refused == nil && o.bytes != AnyBytes && o.bytes != len(payload):
		err = fmt.Errorf("a reply of %d bytes to operation %d, which is to have %d", len(payload), m.ID, o.bytes)
	}
	l.peers[o.peer].requests--
	switch {
	case err != nil:
		l.end(o, nil, ofi.BadMessage(from, err))
	case refused != nil:
		l.end(o, nil, refused)
	default:
		l.end(o, payload, nil)
	}
	return err
}

// Batch acknowledges what has been executed.
func (u user[T]) Batch() {
	u.executed.Acknowledge(func(to int, ever uint64) {
		u.Send(to, Message{Kind: kindAck, Value: ever}, nil)
	})
}
