package ofi_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/conduittest"
	"gasnetgo/gasnet/conduit/local"
	"gasnetgo/gasnet/conduit/mixed"
	over "gasnetgo/gasnet/conduit/ofi"
	"gasnetgo/internal/memory"
	"gasnetgo/internal/pace"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

// rank is a rank whose network does not fail.
type rank struct {
	pace.Waiter
	pace.Free
	t *testing.T
}

func (r rank) Idle(polls int) { r.Waiter.Idle(polls) }
func (r rank) Fail(err error) { require.NoError(r.t, err) }

// cores makes the ranks of a job over engines that open supplies. pairs: two ranks are on each host.
func cores(t *testing.T, open ofitest.Open, pairs bool) conduittest.Make {
	return func(w conduittest.World, ranks int) (all []conduit.Core) {
		shared := local.New(w, ranks)
		engines := open(ranks)
		var addresses [][]byte
		var segments []over.Segment
		for r, e := range engines {
			b := w.Segment(r)
			s := over.Segment{Base: memory.Address(b), Bytes: uint64(len(b))}
			var err error
			s.Region, err = e.Expose(s.Base, s.Bytes, uint64(100+r))
			require.NoError(t, err)
			segments = append(segments, s)
			addresses = append(addresses, e.Address())
		}
		for r, e := range engines {
			require.NoError(t, e.Connect(addresses))
			port := ofi.NewPort(ofi.Config{Engine: e, Rank: r, Size: ranks, Token: 5})
			t.Cleanup(port.Close)
			far := over.New(over.Config{Port: port, Segments: segments, World: rank{Waiter: w.Pace(r), t: t}})
			if pairs {
				all = append(all, mixed.New(mixed.Config{Local: shared.Core(r), Network: far, Here: func(rank int) bool { return rank/2 == r/2 }, Notify: w.Wake, Wait: w.Pace(r).Wait}))
			} else {
				all = append(all, far)
			}
		}
		return all
	}
}

func TestConduit(t *testing.T) { conduittest.Run(t, cores(t, ofitest.InMemory(), false)) }
func TestMixed(t *testing.T)   { conduittest.Run(t, cores(t, ofitest.InMemory(), true)) }

// TestConduitOverLibfabric uses the plugin of the build, on the loopback interface.
func TestConduitOverLibfabric(t *testing.T) {
	for _, provider := range ofitest.Providers(t) {
		open := ofitest.Libfabric(t, provider)
		t.Run(provider+"/alone", func(t *testing.T) { conduittest.Run(t, cores(t, open, false)) })
		t.Run(provider+"/mixed", func(t *testing.T) { conduittest.Run(t, cores(t, open, true)) })
	}
}
