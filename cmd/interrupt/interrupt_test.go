package interrupt

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A signal that arrives a little later than the end of a program counts.
func TestArrived(t *testing.T) {
	ctx, stop := Notify(context.Background())
	defer stop()
	require.False(t, Arrived(ctx))
	time.AfterFunc(delay/10, func() { _ = unix.Kill(unix.Getpid(), unix.SIGINT) })
	require.True(t, Arrived(ctx))
	require.False(t, Arrived(t.Context()))
}
