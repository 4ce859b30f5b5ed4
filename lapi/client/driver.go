package client

import (
	"fmt"

	"gasnetgo/lapi"
)

// Settings of all machines. A link that is a Tuner may change them.
const (
	Window    = 64   // packets to one task that may not be acknowledged
	AckEvery  = 16   // packets after which a task acknowledges without a request
	Pieces    = 64   // pieces of memory that a packet names at most
	MaxHeader = 1024 // bytes of a user header
)

// Config is what a driver works with. All fields are required.
type Config struct {
	Task, Tasks int
	Link        Link
	Handler     Handler
}

// Driver is a machine with the link that carries its packets and the client that its effects are for.
type Driver struct {
	*lapi.Machine
	Carried uint64 // effects that have been carried out, ever
	Packets uint64 // packets that have arrived, ever

	link      Link
	handler   Handler
	arrive    func(from int, p *lapi.Packet)
	words     Words // nil, like those below: the client does not have the power
	sender    Sender
	gatherer  Gatherer
	finisher  Finisher
	ender     Ender
	explainer Explainer
	effect    lapi.Effect   // that is being carried out
	spare     []lapi.Effect // room for the effects to come
}

// New makes a machine for a link, and its driver. Peers may have sent to the link before.
func New(c Config) *Driver {
	payload, copied := c.Link.Limits()
	config := lapi.Config{Task: c.Task, Tasks: c.Tasks, Payload: payload, Pieces: Pieces, Header: MaxHeader, Copy: copied, Window: Window, AckEvery: AckEvery}
	if t, ok := c.Link.(Tuner); ok {
		t.Tune(&config)
	}
	d := &Driver{Machine: lapi.New(config), link: c.Link, handler: c.Handler}
	d.arrive = func(from int, p *lapi.Packet) {
		d.Packets++
		d.Arrive(from, p)
		d.Perform()
	}
	d.words, _ = c.Handler.(Words)
	d.sender, _ = c.Handler.(Sender)
	d.gatherer, _ = c.Handler.(Gatherer)
	d.finisher, _ = c.Handler.(Finisher)
	d.ender, _ = c.Handler.(Ender)
	d.explainer, _ = c.Handler.(Explainer)
	return d
}

const atOnce = 64 // packets of one call of Serve

// Serve deals with packets that have arrived, 64 at most, and reports whether there was one.
func (d *Driver) Serve() (some bool, err error) {
	for range atOnce {
		came, err := d.Poll()
		if err != nil || !came {
			return some, err
		}
		some = true
	}
	return some, nil
}

// Poll deals with one packet, and reports whether there was one.
func (d *Driver) Poll() (some bool, err error) { return d.link.Poll(d.arrive) }

// Perform carries out the machine's effects in their order, also those that come up meanwhile. A client calls it after each call of the machine.
func (d *Driver) Perform() {
	if d.explainer != nil {
		defer d.explain()
	}
	for d.HasEffects() {
		all := d.Effects(d.spare)
		d.spare = nil
		for _, e := range all {
			d.effect = e
			d.carry(e)
			d.Carried++
		}
		clear(all)
		d.spare = all[:0]
	}
	d.effect = nil
	d.handler.Performed()
}

// carry carries out one effect, and reports it if it ends here.
func (d *Driver) carry(e lapi.Effect) {
	known := true
	switch e := e.(type) {
	case lapi.Send:
		d.link.Send(e.To, e.Packet)
	case lapi.Deposit:
		if err := d.link.Copy(e.From, e.Packet, e.Into); err != nil {
			d.handler.Fail(&CopyError{Deposit: e, Err: err})
		}
		d.Deposited(e.Token)
	case lapi.Bump:
		d.handler.Bump(e)
	case lapi.RunHeader:
		d.handler.RunHeader(e)
	case lapi.RunCompletion:
		d.handler.RunCompletion(e)
	case lapi.Rmw:
		if known = d.words != nil; known {
			d.Changed(e.Token, d.words.Change(e))
		}
	case lapi.Store:
		if known = d.words != nil; known {
			d.words.Store(e)
		}
	case lapi.RunSent:
		if known = d.sender != nil; known {
			d.sender.RunSent(e)
		}
	case lapi.Gathered:
		if known = d.gatherer != nil; known {
			d.gatherer.Gathered(e)
		}
	case lapi.Finish:
		if known = d.finisher != nil; known {
			d.finisher.Finish(e)
		}
	case lapi.Ended: // a notice
		if d.ender != nil {
			d.ender.Ended(e)
		}
	default:
		known = false
	}
	if !known {
		d.handler.Fail(fmt.Errorf("internal error: this client of LAPI's machine cannot carry out %T", e))
	}
}

// explain has the client word a panic of the effect that is being carried out.
func (d *Driver) explain() {
	if p := recover(); p != nil {
		d.explainer.Explain(d.effect, p)
	}
}

// CopyError says that a link could not store a packet's data.
type CopyError struct {
	Deposit lapi.Deposit
	Err     error // the link's
}

// Error names the task that has sent the data.
func (e *CopyError) Error() string { return fmt.Sprintf("data of rank %d: %v", e.Deposit.From, e.Err) }

// Unwrap is the link's error.
func (e *CopyError) Unwrap() error { return e.Err }
