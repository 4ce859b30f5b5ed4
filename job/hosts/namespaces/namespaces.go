// Package namespaces makes two hosts out of one: network namespaces that a pair of virtual Ethernet interfaces joins. It is for tests and measurements, and needs root.
package namespaces

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// ErrImpossible is an error of New where this machine does not let it make namespaces.
var ErrImpossible = errors.New("no network namespaces here")

// Pair is two hosts. The first has 10.77.0.1 and the lowest core, the second 10.77.0.2 and the highest.
type Pair struct {
	A, B  string // their names, which programs there resolve
	Shell string // a command in place of ssh: SHELL HOST COMMAND ARGS...
	SSH   string // the same, which ignores options, and has a shell interpret the command, as ssh does
	dir   string
}

// Each host has a host name, a /dev/shm and a table of hosts of its own.
const shell = `#!/bin/sh
# Plays ssh: HOST COMMAND ARGS... Each host has a core of its own.
host=$1 core=0 dir=${0%/*}
shift
case $host in *b) core=$(($(nproc) - 1)) ;; esac
exec taskset -c $core ip netns exec "$host" unshare --uts --mount sh -c 'hostname "$0" && mount -t tmpfs none /dev/shm && mount --bind "$1" /etc/hosts && shift && exec "$@"' "$host" "$dir/hosts" "$@"
`

const login = `#!/bin/sh
while case $1 in -*) true ;; *) false ;; esac; do shift; done
host=$1
shift
exec "${0%/*}/enter" "$host" sh -c "$*"
`

// upTime is how long an interface may take to come up, which libfabric waits for in vain.
const upTime = time.Minute

// New makes two hosts whose names begin with name, at most 12 characters. The error is ErrImpossible where that cannot be done here. The caller calls Close.
func New(name string) (*Pair, error) {
	for _, tool := range []string{"ip", "unshare", "taskset"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, fmt.Errorf("%w: %w (Debian: iproute2, util-linux)", ErrImpossible, err)
		}
	}
	dir, err := os.MkdirTemp("", name)
	if err != nil {
		return nil, err
	}
	p := &Pair{A: name + "a", B: name + "b", Shell: filepath.Join(dir, "enter"), SSH: filepath.Join(dir, "login"), dir: dir}
	if err := p.make(); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

func (p *Pair) make() error {
	table := fmt.Sprintf("127.0.0.1 localhost\n10.77.0.1 %s\n10.77.0.2 %s\n", p.A, p.B)
	for path, text := range map[string]string{p.Shell: shell, p.SSH: login, filepath.Join(p.dir, "hosts"): table} {
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			return err
		}
	}
	for _, host := range []string{p.A, p.B} {
		if err := IP("netns add " + host); err != nil {
			return fmt.Errorf("%w: %w", ErrImpossible, err)
		}
	}
	return p.cable()
}

// cable joins the hosts.
func (p *Pair) cable() error {
	steps := append([]string{"link add eth0 netns " + p.A + " type veth peer name eth0 netns " + p.B}, p.addresses()...)
	for _, s := range steps {
		if err := IP(s); err != nil {
			return err
		}
	}
	return p.Up()
}

// addresses is what gives eth0 of each host its address.
func (p *Pair) addresses() (steps []string) {
	for i, host := range []string{p.A, p.B} {
		steps = append(steps, fmt.Sprintf("-n %s addr add 10.77.0.%d/24 dev eth0", host, i+1), "-n "+host+" link set eth0 up", "-n "+host+" link set lo up")
	}
	return steps
}

// Up waits until both hosts have a network.
func (p *Pair) Up() error { return errors.Join(up(p.A), up(p.B)) }

// up waits for an interface: libfabric passes over one that is not running yet.
func up(host string) error {
	for end := time.Now().Add(upTime); ; time.Sleep(10 * time.Millisecond) {
		out, err := exec.Command("ip", "-n", host, "link", "show", "eth0").Output()
		switch {
		case err != nil:
			return fmt.Errorf("ip link show eth0 of %s: %w", host, err)
		case strings.Contains(string(out), "state UP"), strings.Contains(string(out), "LOWER_UP") && strings.Contains(string(out), "state UNKNOWN"): // a TUN device's
			return nil
		case time.Now().After(end):
			return fmt.Errorf("eth0 of %s does not come up", host)
		}
	}
}

// IP runs ip with these words.
func IP(words string) error {
	if out, err := exec.Command("ip", strings.Fields(words)...).CombinedOutput(); err != nil {
		return fmt.Errorf("ip %s: %w: %s", words, err, strings.TrimSpace(string(out)))
	}
	return nil
}

// Close removes the hosts, and returns the first error. No process is in them.
func (p *Pair) Close() error {
	var errs []error
	for _, host := range []string{p.A, p.B} {
		if _, err := os.Stat(filepath.Join("/run/netns", host)); err == nil {
			errs = append(errs, IP("netns del "+host))
		}
	}
	return errors.Join(append(errs, os.RemoveAll(p.dir))...)
}
