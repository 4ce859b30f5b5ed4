package shmem

import (
	"fmt"
	"sync/atomic"

	"gasnetgo/internal/fault"
	"gasnetgo/internal/memory"
)

// Contexts as the program knows them: 0 is the default one and all ones is none; else the context's number, and above that how many contexts have
// had the number before.
const (
	ctxDefault = uintptr(0)
	ctxInvalid = ^uintptr(0)
	ctxBits    = 16

	maxContexts = 1<<ctxBits - 1 // numbers, with that of the default context; the last one would be part of ctxInvalid
)

// context is created by CtxCreate. Its operations name PEs of its team. It is immutable, except for its end.
type context struct {
	peSet
	number  Ctx
	gen     uintptr
	team    uintptr // its handle
	private bool
	tally   tally
}

func (c *context) handle() uintptr { return c.gen<<ctxBits | uintptr(c.number) }

// rank is the rank of a PE of the context's team.
func (c *context) rank(pe int32) (int, error) {
	if !c.has(pe) {
		return 0, fault.New("pe", pe, "not in 0..%d", c.size-1)
	}
	return c.pe(int(pe)), nil
}

// contexts are those that there are, by number, in pages that stay where they are: looking one up takes no lock.
type contexts struct {
	pages [1 << ctxBits / ctxPage]atomic.Pointer[contextPage]

	// The rest is guarded by PE.mu.
	gens []uintptr // by number: contexts that have had it
	free []Ctx     // unused numbers below len(gens)
}

const ctxPage = 256

type contextPage [ctxPage]atomic.Pointer[context]

// at is the context of a handle that is neither the default one's nor invalid; nil if there is none.
func (s *contexts) at(handle uintptr) *context {
	number := handle & (1<<ctxBits - 1)
	page := s.pages[number/ctxPage].Load()
	if page == nil {
		return nil
	}
	if c := page[number%ctxPage].Load(); c != nil && c.handle() == handle {
		return c
	}
	return nil
}

// add gives c a number; false if there is none left.
func (s *contexts) add(c *context) bool {
	switch n := len(s.free); {
	case n > 0:
		c.number, s.free = s.free[n-1], s.free[:n-1]
	case len(s.gens) == 0:
		s.gens = make([]uintptr, 2, 16) // the first is the default context's
		c.number = 1
	case len(s.gens) >= maxContexts:
		return false
	default:
		c.number = Ctx(len(s.gens))
		s.gens = append(s.gens, 0)
	}
	c.gen = s.gens[c.number]
	page := s.pages[c.number/ctxPage].Load()
	if page == nil {
		page = &contextPage{}
		s.pages[c.number/ctxPage].Store(page)
	}
	page[c.number%ctxPage].Store(c)
	return true
}

func (s *contexts) remove(c *context) {
	s.pages[c.number/ctxPage].Load()[c.number%ctxPage].Store(nil)
	s.gens[c.number]++
	s.free = append(s.free, c.number)
}

// all calls do with each context. The caller has PE.mu, and may remove it.
func (s *contexts) all(do func(*context)) {
	for n := range s.gens {
		if c := s.pages[n/ctxPage].Load()[n%ctxPage].Load(); c != nil {
			do(c)
		}
	}
}

const ctxOptions = CtxSerialized | CtxPrivate | CtxNostore | CtxBounceBuffer

// CtxCreate makes a context on a team. It writes it to out and answers 0; or SHMEM_CTX_INVALID and 1 if there are too many, or an option
// is none. It is not collective.
//
// Spec: OpenSHMEM 1.6, section 9.5
func (p *PE) CtxCreate(fn string, team uintptr, options int64, out uintptr) (int32, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	if err := local("ctx", out, 8); err != nil {
		return 0, err
	}
	t, err := a.teams.at("team", team)
	if err != nil {
		return 0, err
	}
	SetBits(memory.Bytes(out, 8), uint64(ctxInvalid))
	if t == nil {
		return 1, nil
	}
	if options&^ctxOptions != 0 {
		p.note(fmt.Sprintf("%s: options = %d: not made of SHMEM_CTX_SERIALIZED, SHMEM_CTX_PRIVATE and SHMEM_CTX_NOSTORE", fn, options))
		return 1, nil
	}
	c := &context{peSet: t.peSet, team: team, private: options&CtxPrivate != 0}
	p.mu.Lock()
	ok := a.contexts.add(c)
	p.mu.Unlock()
	if !ok {
		p.note(fmt.Sprintf("%s: a PE has at most %d contexts at a time", fn, maxContexts-1))
		return 1, nil
	}
	p.mirrorContext(a, c, true)
	SetBits(memory.Bytes(out, 8), uint64(c.handle()))
	return 0, nil
}

// CtxDestroy completes a context's operations and destroys it. It ignores an invalid context.
func (p *PE) CtxDestroy(_ string, ctx uintptr) error {
	a, err := p.up()
	if err != nil || ctx == ctxInvalid {
		return err
	}
	c := a.contexts.at(ctx)
	switch {
	case ctx == ctxDefault:
		return fault.New("ctx", "SHMEM_CTX_DEFAULT", "cannot be destroyed")
	case c == nil:
		return noContext(ctx)
	}
	return p.endContext(a, c)
}

func (p *PE) endContext(a *attached, c *context) error {
	if err := a.t.Quiet(c.number); err != nil {
		return err
	}
	p.mirrorContext(a, c, false)
	p.mu.Lock()
	defer p.mu.Unlock()
	if a.contexts.at(c.handle()) != c {
		return fault.New("ctx", fault.Addr(c.handle()), "destroyed by two threads at once")
	}
	a.contexts.remove(c)
	return nil
}

// endContexts ends those contexts that which holds for.
func (p *PE) endContexts(a *attached, which func(*context) bool) error {
	var those []*context
	p.mu.Lock()
	a.contexts.all(func(c *context) {
		if which(c) {
			those = append(those, c)
		}
	})
	p.mu.Unlock()
	for _, c := range those {
		if err := p.endContext(a, c); err != nil {
			return err
		}
	}
	return nil
}

// CtxTeam writes the team of a context to out and answers 0; SHMEM_TEAM_INVALID and 1 for an invalid context.
func (p *PE) CtxTeam(_ string, ctx, out uintptr) (int32, error) {
	a, err := p.up()
	if err != nil {
		return 0, err
	}
	if err := local("team", out, 8); err != nil {
		return 0, err
	}
	team := uintptr(worldID + 1)
	status := int32(0)
	switch c := a.contexts.at(ctx); {
	case ctx == ctxDefault:
	case ctx == ctxInvalid:
		team, status = teamInvalid, 1
	case c == nil:
		return 0, noContext(ctx)
	default:
		team = c.team
	}
	SetBits(memory.Bytes(out, 8), uint64(team))
	return status, nil
}

// CtxSession takes hints about what a program is about to do on a context, or takes them back. They change nothing: operations go out one by one, as they
// are called.
func (p *PE) CtxSession(_ string, ctx uintptr, start bool, options int64, config uintptr, mask int64) error {
	a, err := p.up()
	if err != nil || ctx == ctxInvalid {
		return err
	}
	if ctx != ctxDefault && a.contexts.at(ctx) == nil {
		return noContext(ctx)
	}
	if start && mask != 0 {
		return local("config", config, 8)
	}
	return nil
}

func noContext(ctx uintptr) error {
	if ctx == ctxInvalid {
		return fault.New("ctx", "SHMEM_CTX_INVALID", "no context")
	}
	return fault.New("ctx", fault.Addr(ctx), "not a context of this PE, or one that has been destroyed")
}

// on returns the transport's number of a context, and the rank of a PE of its team.
func (a *attached) on(ctx uintptr, pe int32, pes int) (Ctx, int, error) {
	if ctx == ctxDefault {
		if pe < 0 || int(pe) >= pes {
			return 0, 0, fault.New("pe", pe, "not in 0..%d", pes-1)
		}
		return DefaultCtx, int(pe), nil
	}
	c := a.contexts.at(ctx)
	if c == nil {
		return 0, 0, noContext(ctx)
	}
	to, err := c.rank(pe)
	return c.number, to, err
}

// ctx is the transport's number of a context.
func (a *attached) ctx(ctx uintptr) (Ctx, error) {
	if ctx == ctxDefault {
		return DefaultCtx, nil
	}
	if c := a.contexts.at(ctx); c != nil {
		return c.number, nil
	}
	return 0, noContext(ctx)
}
