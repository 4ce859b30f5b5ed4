// Package interrupt ends long measurements at Ctrl-C, so that what has been measured by then is printed.
package interrupt

import (
	"context"
	"os/signal"
	"time"

	"golang.org/x/sys/unix"
)

// Status is the exit status of an interrupted program, as a shell reports SIGINT.
const Status = 128 + int(unix.SIGINT)

// Notify returns a context that Ctrl-C or SIGTERM ends. stop restores the signals' default actions.
func Notify(parent context.Context) (ctx context.Context, stop context.CancelFunc) {
	return signal.NotifyContext(parent, unix.SIGINT, unix.SIGTERM)
}

// delay is longer than the time between the arrivals of a terminal's signal in two processes.
const delay = 200 * time.Millisecond

// Arrived reports, after a measured program has failed, whether a signal has ended the measurement. A terminal sends it to the measured programs as well, which
// may end before it arrives here: Arrived waits for it for a moment.
func Arrived(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	case <-time.After(delay):
		return false
	}
}
