// Package machinefile finds the machine that a command line names: one that is built in, or a file.
package machinefile

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"gasnetgo/cmd/usage"
	"gasnetgo/sim/machine"
)

// Found is a machine and, unless it is built in, its file.
type Found struct {
	*machine.Machine
	Text string
}

// Find takes a word with a slash or the ending .toml for a file, and any other for the name of a built-in machine. set are parameters to change, as in nic.interrupt=1us.
func Find(name string, set []string) (Found, error) {
	if !strings.Contains(name, "/") && !strings.HasSuffix(name, ".toml") {
		if !slices.Contains(machine.Names(), name) {
			return Found{}, fmt.Errorf("%w (the name of a file ends in .toml)", usage.Unknown("machine", name, machine.Names()))
		}
		m, err := machine.Builtin(name, set...)
		return Found{m, ""}, err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return Found{}, fmt.Errorf("cannot read the machine file %s: %w", name, errors.Unwrap(err))
	}
	m, err := machine.Parse(name, text, set...)
	return Found{m, string(text)}, err
}
