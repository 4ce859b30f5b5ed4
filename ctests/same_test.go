package ctests

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// otherProcess is properties of the host process that a simulated job must not depend on: another folder for temporary files, a long environment, another C heap
// (and other bytes in fresh memory), a Go runtime with constant garbage collection on one thread.
var otherProcess = []string{"TMPDIR=/var/tmp", "GT_LONG=" + strings.Repeat("x", 5000), "MALLOC_PERTURB_=165", "GLIBC_TUNABLES=glibc.malloc.tcache_count=0", "GOGC=5", "GOMAXPROCS=1"}

// TestSimSame: the same run leaves the same output and the same trace, byte for byte, in any environment, at any speed, with and without prefetching. A run
// without a trace, whose calls take shorter paths, has the same output and the same number of messages, and the same virtual time where calls take time. Every
// run here is another process with other addresses. samples says which programs make test has; with GASNETGO_SAME=1, as in make test-long, there are all of them, and larger jobs.
func TestSimSame(t *testing.T) {
	machines := append(simMachines[:len(simMachines):len(simMachines)], simMachine{"xt3", 6}, simMachine{"xt4", 3})
	type on struct {
		simMachine
		program
	}
	var all []on
	for _, m := range machines {
		for _, p := range simulatable(t) {
			name := fmt.Sprintf("%s-%d/%s", m.name, m.np, p.name())
			every := slices.Contains(simMachines, m) // elsewhere the machine's row names the programs
			if !endless(p.name()) && runs("TestSimSame machines", name) && (!every || runs("TestSimSame", p.name())) {
				all = append(all, on{m, p})
			}
		}
	}
	for _, c := range all {
		t.Run(fmt.Sprintf("%s-%d/%s", c.simMachine.name, c.np, c.program.name()), func(t *testing.T) {
			t.Parallel()
			same(t, simulated(c.simMachine.name, c.np), c.np, c.simMachine.name != "ideal", c.program)
		})
	}
}

// pollsMemory are programs that wait by loads of their own. How early such a loop is found depends on the host, and with it how often the rank is woken: events that change nothing, at no time.
var pollsMemory = []string{"shmem/order"}

// same runs a program in several ways. Machines where only unsuccessful polls take time are not exact: portals/post and storm poll more or less often with and without a trace.
func same(t *testing.T, command []string, np int, exact bool, p program) {
	first := leaves(t, command, np, p, nil)
	var others [2]left
	var wait sync.WaitGroup
	for i := range others { // at the same time, so that their speeds differ
		wait.Go(func() { others[i] = leaves(t, command, np, p, otherProcess) })
	}
	wait.Wait()
	assert.Equal(t, first.text, first.quick)
	assert.Equal(t, first.looked.Messages, first.done.Messages)
	if exact {
		assert.Equal(t, first.looked.Virtual, first.done.Virtual)
	}
	for _, other := range others {
		assert.Equal(t, first.text, other.text)
		assert.Equal(t, first.quick, other.quick)
		if slices.Contains(pollsMemory, p.name()) {
			other.done.Events = first.done.Events
		}
		assert.Equal(t, first.done, other.done)
		if first.hash != other.hash {
			assert.Fail(t, "traces differ", difference(t, first.trace, other.trace))
		}
	}
}

// left is the output of a run.
type left struct {
	text  string // status, output, errors
	trace string // file
	hash  [sha256.Size]byte
	quick string // text of a run without a trace
	done  done   // by that one

	looked done // by the other
}

// done is the work of the simulation: the part of --cost that does not depend on the host.
type done struct {
	Virtual                 int64 `json:"virtual_ps"`
	Calls, Events, Messages uint64
}

func leaves(t *testing.T, machine []string, np int, p program, surroundings []string) (l left) {
	dir, err := os.MkdirTemp(at.work, "same-")
	if !assert.NoError(t, err) {
		return l
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	cost := filepath.Join(dir, "cost.json")
	ahead := "off"
	if surroundings != nil {
		ahead = "on"
	}
	run := func(d *done, flags ...string) string {
		command := append(slices.Clone(machine[:len(machine)-1]), flags...)
		command = append(command, "--ahead", ahead, "--cost", cost, "--compute", "free", "--") // free says nothing about how long ranks have computed on the host
		env := append(append([]string{fmt.Sprintf("GT_EXPECT_SIZE=%d", np), "GT_SIMULATED=1"}, p.env...), surroundings...)
		j := job{command: command, env: env, args: p.args, timeout: 200 * time.Second}
		o := j.run(t, at.program.get(t, p.source, p.variants[0]))
		assert.Contains(t, []int{0, 77}, o.status, "%v", o)
		if text, err := os.ReadFile(cost); assert.NoError(t, err) {
			assert.NoError(t, json.Unmarshal(text, d))
		}
		return fmt.Sprintf("status %d\n%s\n%s", o.status, o.out, o.err)
	}
	l.trace = filepath.Join(dir, "trace.json")
	l.text = run(&l.looked, "--trace", l.trace)
	l.quick = run(&l.done)
	if file, err := os.Open(l.trace); assert.NoError(t, err) {
		h := sha256.New()
		_, err = io.Copy(h, file)
		assert.NoError(t, err)
		file.Close()
		l.hash = [sha256.Size]byte(h.Sum(nil))
	}
	return l
}

// difference is the first line that two files do not share.
func difference(t *testing.T, a, b string) string {
	one, err1 := os.ReadFile(a)
	two, err2 := os.ReadFile(b)
	require.NoError(t, err1)
	require.NoError(t, err2)
	for n := 1; ; n++ {
		line, rest, more := bytes.Cut(one, []byte("\n"))
		other, rest2, more2 := bytes.Cut(two, []byte("\n"))
		if !bytes.Equal(line, other) || more != more2 {
			return fmt.Sprintf("line %d:\n%s\n%s", n, line, other)
		}
		if !more {
			return "not at all"
		}
		one, two = rest, rest2
	}
}
