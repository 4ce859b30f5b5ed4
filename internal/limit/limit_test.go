package limit

import (
	"context"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOver(t *testing.T) {
	const limit = 20 * time.Second
	for _, c := range []struct {
		name             string
		ran, still, used time.Duration
		over             bool
	}{
		{"in time", 19 * time.Second, 19 * time.Second, 0, false},
		{"waits forever", 20 * time.Second, 10 * time.Second, time.Second, true},
		{"slow, and gets on", 100 * time.Second, time.Second, 15 * time.Second, false},
		{"spins", 20 * time.Second, 0, 40 * time.Second, true},
		{"neither", 200 * time.Second, time.Second, 15 * time.Second, true},
	} {
		assert.Equal(t, c.over, over(c.ran, c.still, c.used, limit), c.name)
	}
}

// TestEnforce: a process that waits is ended, and one whose child computes is ended later, for the CPU time that it has used.
func TestEnforce(t *testing.T) {
	for _, command := range []string{"sleep 600", "(while :; do :; done); true"} {
		ctx, cancel := context.WithCancel(t.Context())
		c := exec.CommandContext(ctx, "sh", "-c", command)
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
		require.NoError(t, c.Start())
		go Enforce(ctx, cancel, c.Process.Pid, time.Second)
		require.Error(t, c.Wait(), command)
		require.Error(t, ctx.Err())
	}
}
