package hosts

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/knob"
	"gasnetgo/job/launcher"
)

// connect starts the launchers of all hosts, checks that they have the same program and the same version of gasnetgo, and has them start their ranks.
func (r *root) connect(signals <-chan os.Signal) error {
	var id [16]byte
	if _, err := rand.Read(id[:]); err != nil {
		return failure(1, "no random numbers for the job's name: %v", err)
	}
	dir, required := r.c.Dir, r.c.Dir != ""
	if dir == "" {
		dir, _ = os.Getwd()
	} else if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	first := 0
	for _, h := range r.c.Hosts {
		l, err := r.open(h, first)
		if err != nil {
			return failure(launcher.StatusNotExecutable, "host %s: %v", h.Name, err)
		}
		r.links = append(r.links, l)
		first += h.Ranks
	}
	for _, l := range r.links {
		t := task{Host: l.host.Name, ID: id, Size: first, First: l.first, Count: l.host.Ranks, Program: r.c.Program,
			Args: append([]string{r.c.Program}, r.c.Args...), Env: r.c.Env, Dir: dir, DirRequired: required, Bind: r.c.Bind}
		_ = l.out.sendJSON(describe, t)
	}
	late, limit := time.After(r.c.Connect), r.limit()
	for left := len(r.links); left > 0; {
		select {
		case <-late:
			return failure(1, "%s", r.mute(fmt.Sprintf("has not answered for %v (%s)", r.c.Connect, knob.RendezvousTimeout)))
		case <-limit:
			return failure(launcher.StatusTimeout, "the job took longer than %v, and has not started; ending it: %s", r.c.Timeout, r.mute("has not answered"))
		case e := <-r.events:
			if e.err != nil {
				return failure(1, "%s", e.link.gone("could not be reached"))
			}
			isReady, err := r.greeted(e)
			if err != nil {
				return err
			}
			if isReady {
				left--
			}
		case got := <-signals:
			sig, _ := got.(unix.Signal)
			return failure(128+int(sig), "interrupted before the job started")
		}
	}
	if err := r.sameProgram(); err != nil {
		return err
	}
	for _, l := range r.links {
		_ = l.out.send(start, nil)
	}
	return nil
}

// connectTime is for the remote shell to connect and the launcher of a host to start, unless the configuration says.
const connectTime = 30 * time.Second

// limit is when the job has taken as long as it may, which counts from Run on; nil: never.
func (r *root) limit() <-chan time.Time {
	if r.c.Timeout <= 0 {
		return nil
	}
	return time.After(time.Until(r.began.Add(r.c.Timeout)))
}

// mute words that the first host of those that are not ready has not answered, ends the connections to all of them, which are not waited for, and counts the others.
func (r *root) mute(why string) (line string) {
	more := 0
	for _, l := range r.links {
		switch {
		case l.prepared.Hash != "":
			continue
		case line == "":
			line = l.gone(why)
		default:
			more++
		}
		l.kill()
	}
	if more > 0 {
		line += fmt.Sprintf("; and %d more", more)
	}
	return line
}

// startOnOneThread starts the remote shells. The kernel ends them when the thread that has started them is gone, so it stays until Run returns, or the process is
// killed.
func (r *root) startOnOneThread() {
	runtime.LockOSThread() // and never unlock: the thread ends with this goroutine, after all remote shells
	for f := range r.starters {
		f()
	}
}

// greeted takes note of what an agent says before there are ranks; it reports whether the agent is ready.
func (r *root) greeted(e event) (bool, error) {
	name := e.link.host.Name
	switch e.m.kind {
	case hello:
		var g greeting
		if err := e.m.into(&g); err != nil {
			return false, failure(1, "host %s: %v", name, err)
		}
		if g.Version != r.c.Version {
			return false, failure(1, "host %s has gasnetgo %s, and this is gasnetgo %s; install the same version on all hosts", name, printable(g.Version), r.c.Version)
		}
	case ready:
		if err := e.m.into(&e.link.prepared); err != nil {
			return false, failure(1, "host %s: %v", name, err)
		}
		if p := e.link.prepared; p.Err != "" {
			return false, failure(p.Status, "host %s: %s", name, printable(p.Err))
		}
		return true, nil
	}
	return false, nil
}

// sameProgram compares the files that the hosts are about to run.
func (r *root) sameProgram() error {
	a := r.links[0]
	for _, b := range r.links[1:] {
		if a.prepared.Hash != b.prepared.Hash {
			return failure(1, "%s is another program on host %s (%s, sha256 %.16s...) than on host %s (%s, sha256 %.16s...); copy it, or run it from a folder that the hosts share",
				r.c.Program, b.host.Name, printable(b.prepared.Path), printable(b.prepared.Hash), a.host.Name, printable(a.prepared.Path), printable(a.prepared.Hash))
		}
	}
	return nil
}
