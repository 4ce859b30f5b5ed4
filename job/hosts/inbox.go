package hosts

import (
	"encoding/binary"
	"io"
	"sync/atomic"
	"time"
)

// inbox reads messages as they come, so that signs of life are seen whatever their receiver is doing. It drops them otherwise.
type inbox struct {
	messages chan message // closed at the end of the pipe
	last     atomic.Int64 // when something came last, as UnixNano
}

func newInbox(from io.Reader) *inbox {
	b := &inbox{messages: make(chan message, 64)}
	b.last.Store(time.Now().UnixNano())
	go func() {
		defer close(b.messages)
		for {
			m, err := receive(from)
			if err != nil {
				return
			}
			b.last.Store(time.Now().UnixNano())
			if m.kind != alive {
				b.messages <- m
			}
		}
	}()
	return b
}

// quiet is the time since the last message.
func (b *inbox) quiet() time.Duration { return time.Since(time.Unix(0, b.last.Load())) }

// next waits for a message while there are signs of life; false if they end. The other hosts may take long to answer.
func (b *inbox) next() (message, bool) {
	const longest = time.Minute
	check := time.NewTicker(time.Second)
	defer check.Stop()
	for {
		select {
		case m, open := <-b.messages:
			return m, open
		case <-check.C:
			if b.quiet() > longest {
				return message{}, false
			}
		}
	}
}

// An exchange begins with its number, so that a host that is ahead cannot be mistaken.
func packRound(round uint32) []byte { return binary.LittleEndian.AppendUint32(nil, round) }

func roundOf(b []byte) uint32 {
	if len(b) < 4 {
		return 0
	}
	return binary.LittleEndian.Uint32(b)
}
