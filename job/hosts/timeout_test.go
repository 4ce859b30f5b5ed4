package hosts

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/job"
)

// TestTimeoutBeforeHosts: a host whose rank ends the job because it was asked where it is does not come before the time limit. The hosts are notified when all have answered.
func TestTimeoutBeforeHosts(t *testing.T) {
	said, err := os.Create(filepath.Join(t.TempDir(), "said"))
	require.NoError(t, err)
	defer said.Close()
	var pipes [2]bytes.Buffer
	r := &root{c: Config{}, stderr: said, events: make(chan event, 1)}
	r.c.Timeout = 3 * time.Second
	for i := range pipes {
		r.links = append(r.links, &link{host: Host{Name: "h", Ranks: 1}, first: i, out: &sender{to: &pipes[i]}})
	}
	receives := func(i int) (all []kind, last message) {
		for pipes[i].Len() > 0 {
			m, err := receive(&pipes[i])
			require.NoError(t, err)
			all, last = append(all, m.kind), m
		}
		return all, last
	}
	from := func(i int, k kind, v any) {
		body, err := json.Marshal(v)
		require.NoError(t, err)
		require.False(t, r.handle(event{link: r.links[i], m: message{k, body}}))
	}
	r.timeout()
	from(0, report, "rank 0 has ended the job")
	from(0, ended, job.Ending{Cause: job.CauseAbort, Rank: 0, Status: 1, Line: "the sleep was too short"})
	from(0, places, []string{"ended"})
	for i := range pipes {
		kinds, _ := receives(i)
		assert.Equal(t, []kind{ask}, kinds)
	}
	from(1, places, []string{"in the program"})
	want := job.Ending{Cause: job.CauseTimeout, Rank: -1, Status: 124, Line: "the job took longer than 3s; ending it"}
	for i := range pipes {
		kinds, last := receives(i)
		require.Equal(t, []kind{ended}, kinds)
		var e job.Ending
		require.NoError(t, last.into(&e))
		assert.Equal(t, want, e)
	}
	assert.Equal(t, 124, r.judge())
	text, err := os.ReadFile(said.Name())
	require.NoError(t, err)
	assert.Equal(t, "gasnetgo: the job took longer than 3s; ending it\n  rank 0: ended\n  rank 1: in the program\n", string(text))
	r.timedOut(true)
	after, err := os.ReadFile(said.Name())
	require.NoError(t, err)
	assert.Equal(t, text, after, "said once")
}
