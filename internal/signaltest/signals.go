// Package signaltest gives tests the signals that they rely on, whatever shell has started them.
package signaltest

import (
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

// Default gives the processes that this one starts from now on the default action of the signals that its parent has it ignore: nohup ignores SIGHUP, and a shell without job control
// SIGINT and SIGQUIT of what it runs in the background. A process passes ignored signals on to those that it starts, and not those that it handles; so this one handles
// them from now on, by doing nothing. Default belongs into a TestMain, before the first process.
func Default() {
	nowhere := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGTERM, unix.SIGPIPE, unix.SIGALRM, unix.SIGUSR1, unix.SIGUSR2, unix.SIGCHLD, unix.SIGTSTP, unix.SIGTTIN, unix.SIGTTOU} {
		if signal.Ignored(sig) {
			signal.Notify(nowhere, sig)
		}
	}
}
