package job_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// apart puts some ranks into network namespaces of their own, which makes them ranks of another host.
func apart(t *testing.T, ranks []*exec.Cmd, some ...int) {
	t.Helper()
	unshare, err := exec.LookPath("unshare")
	if err == nil {
		err = exec.Command(unshare, "--net", "true").Run()
	}
	if err != nil {
		t.Skipf("no network namespaces: %v", err)
	}
	for _, r := range some {
		ranks[r].Args = append([]string{"unshare", "--net", ranks[r].Path}, ranks[r].Args[1:]...)
		ranks[r].Path = unshare
	}
}

// TestForeignHosts: ranks of two hosts exchange short and long notes through the launcher, again and again.
func TestForeignHosts(t *testing.T) {
	for _, version := range []int{1, 2} {
		t.Run(fmt.Sprintf("PMI-%d", version), func(t *testing.T) {
			long := strings.Repeat("0123456789", 102)[1:] // with a digit behind it, the longest note
			ranks := newPMIServer(2, version).start(t, false, nil, "swap", "a", "swap", "", "swap", long, "here")
			apart(t, ranks, 1)
			for rank, r := range all(t, ranks) {
				assert.Equal(t, 0, r.Status, r.Errors)
				assert.Equal(t, fmt.Sprintf("a0 a1\n0 1\n%s0 %s1\n%d to %d of 2\n", long, long, rank, rank), r.Out)
			}
		})
	}
}

func TestForeignHostsOutOfOrder(t *testing.T) {
	ranks := newPMIServer(3, 1).start(t, false, nil, "who")
	apart(t, ranks, 1)
	for _, r := range all(t, ranks) {
		assert.Equal(t, 9, r.Status)
		assert.Contains(t, r.Errors, "have no consecutive numbers (rank 2 is there again): have the launcher fill one host after the other")
	}
}

// TestForeignHostsEnd: only the launcher reaches the ranks of other hosts, whatever the status.
func TestForeignHostsEnd(t *testing.T) {
	for _, status := range []int{0, 7} {
		s := newPMIServer(2, 1)
		ranks := s.start(t, false, nil, "only", "1", "end", "1", fmt.Sprint(status), "over", "wait", "all", "forever")
		apart(t, ranks, 1)
		go func() {
			assert.Equal(t, fmt.Sprintf("rank 1: %d", status), <-s.aborted)
			assert.NoError(t, ranks[0].Process.Kill())
		}()
		assert.Equal(t, status, all(t, ranks)[1].Status)
	}
}
