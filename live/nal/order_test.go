package nal

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"gasnetgo/internal/memory"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
	"gasnetgo/portals"
	"gasnetgo/portals/twintest"
)

// TestOrder: messages of a process are matched in order, whether its program sends them or handlers do in any of its threads, to itself, on its host and on another.
func TestOrder(t *testing.T) { order(t, ofitest.InMemory()(4)) }

// TestOrderOverLibfabric uses the plugin of the build, on the loopback interface.
func TestOrderOverLibfabric(t *testing.T) {
	for _, provider := range ofitest.Providers(t) {
		t.Run(provider, func(t *testing.T) { order(t, ofitest.Libfabric(t, provider)(4)) })
	}
}

// order has two processes on each of two hosts.
func order(t *testing.T, engines []ofi.Engine) {
	x := newCarried(t, engines, twintest.OrderBytes(4))
	var configs []portals.Config
	for i := range x.Nodes {
		configs = append(configs, portals.Config{ID: x.routes[i].Default(i)})
	}
	twintest.RunOrder(t, func(t *rapid.T, members int) *twintest.Group {
		x.Open(configs)
		c := &twintest.Group{Close: x.Settle, Run: run}
		way := rapid.SampledFrom([]Copy{CopyAuto, CopyAuto, CopyKernel, CopyStream}).Draw(t, "way")
		for i, r := range x.ranks[:members] {
			r.Lock()
			r.link.Copy = way
			r.Unlock()
			m := memory.Bytes(x.memory[i], twintest.OrderBytes(4))
			clear(m)
			c.Members = append(c.Members, twintest.Member{
				NI: r.NI, Lock: r, Memory: m[:twintest.OrderBytes(members)], Charge: func(int) {}, Send: r.link.Send,
				Hook: func(after func()) { r.AddHook(after) },
				Call: func(f func()) {
					r.Lock()
					defer r.Unlock()
					f()
				},
				Pause: func(n int) {
					for range n / 100 {
						runtime.Gosched()
					}
				},
				Wait: r.until,
			})
		}
		return c
	})
}

var errLost = errors.New("messages do not arrive")

// run runs programs at the same time. One that waits in vain ends all.
func run(programs []func()) error {
	var all sync.WaitGroup
	var failed atomic.Bool
	for _, program := range programs {
		all.Add(1)
		go func() {
			defer all.Done()
			defer func() {
				if why := recover(); why == errLost {
					failed.Store(true)
				} else if why != nil {
					panic(why)
				}
			}()
			program()
		}()
	}
	all.Wait()
	if failed.Load() {
		return errLost
	}
	return nil
}

// until serves messages until cond holds.
func (r *rank) until(cond func() bool) {
	const roundLimit = 50_000_000 // rounds
	for range roundLimit {
		r.Lock()
		r.link.Serve()
		holds := cond()
		r.Unlock()
		if holds {
			return
		}
		runtime.Gosched()
	}
	panic(errLost)
}
