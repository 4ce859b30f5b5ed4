package sci

import (
	"fmt"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/sisci"
	"gasnetgo/sisci/client"
)

// imported is the connection with a rank's segment, which the first Long makes.
type imported struct {
	state  importState
	ticket sisci.Ticket
	remote sisci.Handle
}

type importState uint8

const (
	notImported importState = iota
	beingImported
	isImported
)

// moves reports whether DMA carries a message's payload.
func (c *Core) moves(to int, m *conduit.Message) bool {
	if m.Kind != conduit.Long || m.Bytes <= c.config.Options.Inline {
		return false
	}
	_, middle, _ := split(c.offset(to, m.Dest), m.Bytes, c.port.DMAAlign())
	return middle > 0
}

// offset is where an address is in a rank's segment.
func (c *Core) offset(rank int, at uintptr) uint64 { return uint64(at - c.segments[rank].Base) }

// imports reports whether there is a connection with a rank's segment. It begins to make one.
func (c *Core) imports(rank int) bool {
	p := &c.peers[rank].payload
	if p.state == notImported {
		var err error
		if p.ticket, err = c.port.Connect(c.config.Nodes[rank], payloadID(rank, c.Size())); c.try(err) {
			p.state = beingImported
			c.engine.imports = append(c.engine.imports, rank)
		}
		c.importing()
	}
	return p.state == isImported
}

// importing receives the answers to connections with segments.
func (c *Core) importing() {
	e := &c.engine
	for i := 0; i < len(e.imports); {
		rank := e.imports[i]
		p := &c.peers[rank].payload
		remote, done, err := c.port.Connected(p.ticket)
		if !done {
			i++
			continue
		}
		e.imports = append(e.imports[:i], e.imports[i+1:]...)
		if err != nil {
			p.state = notImported
			c.fail(fmt.Errorf("the segment of %s: %w", c.name(rank), err))
			return
		}
		p.state, p.remote = isImported, remote
		c.changed++
	}
}

// engine is the DMA queue, which carries one transfer at a time, and the segment from which it does.
type engine struct {
	queue   sisci.Handle
	staging client.Local
	imports []int // ranks with whose segments a connection is being made
	busy    bool
	begun   uint64 // transfers, ever
	tries   int    // of the present one
	post    func() error
	to      int // rank
}

const mostTransferTries = 16 // of one transfer, before the job fails

// transfer has DMA bring bytes to an offset of a rank's segment, and returns when they are there. Bytes that are not in this rank's own segment, or not aligned there, are copied into the
// staging segment before.
func (c *Core) transfer(to int, offset uint64, source uintptr, bytes uint64) {
	e := &c.engine
	for e.busy {
		c.await("the DMA queue", func() bool { return !e.busy })
	}
	from, at := e.staging, uint64(0)
	if own := c.offset(c.me, source); source >= c.payload.At && own <= c.payload.Bytes && bytes <= c.payload.Bytes-own && own%c.port.DMAAlign() == 0 {
		from, at = c.payload, own
	} else {
		c.copied(e.staging.At, source, bytes)
	}
	e.begun++
	mine := e.begun
	remote := c.peers[to].payload.remote
	e.busy, e.tries, e.to = true, 0, to
	e.post = func() error { return c.port.Post(e.queue, from, at, remote, offset, bytes) }
	c.post()
	c.await("a DMA transfer", func() bool { return !e.busy || e.begun > mine })
}

// post begins the transfer, once more if it has failed.
func (c *Core) post() {
	e := &c.engine
	if err := e.post(); err != nil {
		e.busy = false
		c.fail(fmt.Errorf("DMA to %s: %w", c.name(e.to), err))
	}
}

// transferred notes the end of a transfer.
func (c *Core) transferred() {
	e := &c.engine
	if !e.busy {
		return
	}
	done, err := c.port.Posted(e.queue)
	switch {
	case !done:
	case err == nil:
		e.busy, e.post = false, nil
		c.changed++
	case e.tries < mostTransferTries:
		e.tries++
		c.post()
	default:
		e.busy = false
		c.fail(fmt.Errorf("DMA to %s: %w", c.name(e.to), err))
	}
}
