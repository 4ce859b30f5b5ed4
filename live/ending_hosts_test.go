package live

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/job"
	"gasnetgo/ofi"
	"gasnetgo/ofi/ofitest"
)

// endingHost is the first rank of a host in TestEndings.
type endingHost struct {
	*endings
	port  *ofi.Port
	ended chan job.Ending // how the rank of another host has ended the job here
	after bool            // the job had ended here before
}

func endingHosts(t *testing.T, n int) []*endingHost {
	engines := ofitest.New(n, 1)
	var addresses [][]byte
	var firsts []int
	for r, e := range engines {
		addresses, firsts = append(addresses, e.Address()), append(firsts, r)
	}
	var all []*endingHost
	for r, e := range engines {
		require.NoError(t, e.Connect(addresses))
		h := &endingHost{ended: make(chan job.Ending, n), port: ofi.NewPort(ofi.Config{Engine: e, Rank: r, Size: n, Token: 9})}
		h.endings = newEndings(h.port, func(e job.Ending) bool {
			h.ended <- e
			return !h.after
		}, firsts, r)
		all = append(all, h)
		t.Cleanup(h.port.Close)
	}
	return all
}

func TestEndings(t *testing.T) {
	const enough = time.Minute
	failed := job.Ending{Cause: job.CauseAbort, Rank: 1, Status: 7, Line: "rank 1 of 3: on purpose"}

	hosts := endingHosts(t, 3)
	ended := make(chan bool)
	go func() { ended <- hosts[1].End(failed, enough) }()
	for _, r := range []int{0, 2} {
		require.Equal(t, failed, <-hosts[r].ended)
	}
	require.Eventually(t, hosts[2].Asked, enough, time.Millisecond)
	select {
	case <-ended:
		t.Fatal("it waits until the ranks of the other hosts are over")
	case <-time.After(20 * time.Millisecond):
	}
	hosts[0].Over()
	hosts[2].Over()
	require.True(t, <-ended)
	assert.True(t, hosts[2].seen.Load())
	assert.True(t, hosts[2].End(failed, 0), "host 1 knows")
	hosts[1].Over() // no host has notified this one

	hosts = endingHosts(t, 2)
	hosts[0].after, hosts[1].after = true, true
	both := make(chan bool)
	for _, h := range hosts {
		go func() { both <- h.End(failed, enough) }()
	}
	assert.True(t, <-both, "two ranks that end the job at the same time do not wait for each other")
	assert.True(t, <-both)

	hosts = endingHosts(t, 2)
	assert.True(t, hosts[1].End(job.Ending{Cause: job.CauseLeft, Rank: 1}, enough), "gasnet_exit(0) is answered at once")
	assert.False(t, hosts[0].Asked())

	hosts = endingHosts(t, 2)
	hosts[1].port.Lock() // the caller may have locked it
	assert.False(t, hosts[1].End(failed, 10*time.Millisecond))
	hosts[1].port.Unlock()
	assert.False(t, hosts[1].End(failed, 10*time.Millisecond), "the other host does not answer")

	for _, bad := range [][]byte{{}, {endAsk}, {endAsk, 1, 2, 3, 4, 5, 6, 7}, {99}} {
		hosts[0].Receive(1, bad)
	}
}
