package ofi_test

import (
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/armci"
	"gasnetgo/armci/armcitest"
	"gasnetgo/armci/transport/mixed"
	over "gasnetgo/armci/transport/ofi"
	"gasnetgo/armci/transport/window"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

// network is what the ranks of a job have before they have transports.
type network struct {
	engines []ofi.Engine
	parts   []over.Part
	made    sync.WaitGroup // engines have an address, parts are known
}

// conformance runs the tests of a transport over engines that open supplies. wrap makes it what is tested.
func conformance(t *testing.T, open ofitest.Open, wrap func(r *armcitest.Rank, far *over.Transport) armci.Transport, sizes ...int) {
	var mu sync.Mutex
	networks := map[*armcitest.Job]*network{}
	var ports []*ofi.Port
	end := func() { // of the job before
		for _, p := range ports {
			p.Close()
		}
		ports = nil
	}
	defer end()
	armcitest.Run(t, func(r *armcitest.Rank) armci.Transport {
		mu.Lock()
		n := networks[r.Job]
		if n == nil {
			end()
			n = &network{engines: open(r.Size()), parts: make([]over.Part, r.Size())}
			n.made.Add(r.Size())
			networks[r.Job] = n
		}
		mu.Unlock()
		e, addresses := n.engines[r.Rank()], [][]byte(nil)
		for _, o := range n.engines {
			addresses = append(addresses, o.Address())
		}
		require.NoError(t, e.Connect(addresses))
		region, err := e.Expose(r.Arena(r.Rank()), r.ArenaBytes(), uint64(100+r.Rank()))
		require.NoError(t, err)
		n.parts[r.Rank()] = over.Part{Control: r.Control(r.Rank()), Arena: r.Arena(r.Rank()), Region: region}
		n.made.Done()
		n.made.Wait()
		port := ofi.NewPort(ofi.Config{Engine: e, Rank: r.Rank(), Size: r.Size(), Token: 7, Notify: r.Poke})
		mu.Lock()
		ports = append(ports, port)
		mu.Unlock()
		return wrap(r, over.New(over.Config{Port: port, Parts: n.parts, Control: armci.ControlOf(r.Size()).Bytes(), Pages: r.Pages(), Yield: runtime.Gosched, Fail: func(err error) { r.Fail(1, err.Error()) }}))
	}, sizes...)
}

// alone is a rank that is alone on its host.
func alone(_ *armcitest.Rank, far *over.Transport) armci.Transport { return far }

// inPairs has two ranks on each host.
func inPairs(r *armcitest.Rank, far *over.Transport) armci.Transport {
	shared := window.New(window.Config{
		Pages: r.Pages(), Layout: armci.ControlOf(r.Size()), Control: r.Control, Mail: r.Mail(r.Rank()), MailBytes: r.MailBytes(),
		Ring: func(int) { r.Poke() },
	})
	return served{mixed.New(shared, far, func(rank int) bool { return rank/2 == r.Rank()/2 }), far}
}

// served is a transport whose waits look at the network.
type served struct {
	*mixed.Transport
	far *over.Transport
}

func (s served) Progress() { s.far.Progress() }

// atSizes are the sizes of jobs: one, or those of the suite with GASNETGO_HOSTS=1.
func atSizes(one int) []int {
	if os.Getenv("GASNETGO_HOSTS") != "" {
		return nil
	}
	return []int{one}
}

func TestTransport(t *testing.T) { conformance(t, ofitest.InMemory(), alone, atSizes(3)...) }
func TestMixed(t *testing.T)     { conformance(t, ofitest.InMemory(), inPairs, atSizes(4)...) }

// TestOverLibfabric uses the plugin of the build, on the loopback interface.
func TestOverLibfabric(t *testing.T) {
	for _, provider := range ofitest.Providers(t) {
		open := ofitest.Libfabric(t, provider)
		t.Run(provider, func(t *testing.T) { conformance(t, open, alone) })
		t.Run(provider+", mixed", func(t *testing.T) { conformance(t, open, inPairs, 4, 7) })
	}
}
