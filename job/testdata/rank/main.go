// Command rank is a rank that does what its arguments say, one word after the other; the tests of job run it under launchers.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/job"
)

func main() {
	j, err := job.Attach(job.Options{
		Warn: func(s string) { fmt.Fprintln(os.Stderr, "warning:", s) },
		PMIx: fakePMIx(os.Getenv("TEST_PMIX_DIR")),
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "attach:", err)
		os.Exit(9)
	}
	s := script{j, os.Args[1:]}
	for len(s.words) > 0 {
		s.step()
	}
	status, err := j.Close()
	check(err)
	os.Exit(status)
}

type script struct {
	j     *job.Job
	words []string
}

func (s *script) next() string {
	w := s.words[0]
	s.words = s.words[1:]
	return w
}

func (s *script) number() int {
	n, err := strconv.Atoi(s.next())
	check(err)
	return n
}

func (s *script) step() {
	switch word := s.next(); word {
	case "only": // only R ...: the others go on after the word "all"
		if s.number() != s.j.Rank {
			for len(s.words) > 0 && s.next() != "all" {
			}
		}
	case "all":
	case "who":
		fmt.Printf("rank %d of %d\n", s.j.Rank, s.j.Size)
	case "launcher":
		fmt.Println(s.j.Launcher)
	case "print":
		fmt.Println(s.next())
	case "partial":
		fmt.Print(s.next())
	case "complain":
		fmt.Fprintln(os.Stderr, s.next())
	case "pid":
		fmt.Println(os.Getpid())
	case "env":
		fmt.Println(os.Getenv(s.next()))
	case "pwd":
		dir, err := os.Getwd()
		check(err)
		fmt.Println(dir)
	case "stdin":
		_, err := io.Copy(os.Stdout, os.Stdin)
		check(err)
	case "cores":
		var set unix.CPUSet
		check(unix.SchedGetaffinity(0, &set))
		fmt.Println("cores", set.Count())
	case "meet": // all ranks are initialised when this returns
		s.j.Mark(job.Active)
		for r := 0; r < s.j.Size; {
			if s.j.State(r) >= job.Active {
				r++
			} else {
				time.Sleep(time.Millisecond)
			}
		}
	case "swap": // swap TEXT: exchange text and rank; each host has one rank
		notes, err := s.j.Exchange(fmt.Appendf(nil, "%s%d", s.next(), s.j.Rank), func() error { return nil })
		check(err)
		fmt.Printf("%s\n", bytes.Join(notes, []byte(" ")))
	case "here":
		fmt.Printf("%d to %d of %d\n", s.j.LocalFirst, s.j.LocalFirst+s.j.LocalSize-1, s.j.Size)
	case "idle":
		s.j.Mark(job.Idle)
	case "exit":
		os.Exit(s.number())
	case "leave": // as a C program's exit handler does
		status, err := s.j.Exit(s.number())
		check(err)
		os.Exit(status)
	case "die":
		// As a shell in the same process: the Go runtime would print all its goroutines first.
		check(unix.Exec("/bin/sh", []string{"sh", "-c", "kill -" + s.next() + " $$"}, os.Environ()))
	case "end": // end CAUSE STATUS LINE; go on with wait to leave as a rank does that watches the exit word
		s.j.End(job.Cause(s.number()), s.number(), s.next())
	case "wait": // until the job is ended
		e := s.j.WaitEnd(nil)
		fmt.Printf("rank %d saw %v by %d, status %d: %s\n", s.j.Rank, e.Cause, e.Rank, e.Status, e.Line)
		os.Exit(s.j.Leave())
	case "watch": // watch N: go on after N milliseconds if the job has not ended by then
		ended := make(chan job.Ending)
		go func() { ended <- s.j.WaitEnd(nil) }()
		select {
		case e := <-ended:
			check(fmt.Errorf("the job ended: %s", e.Line))
		case <-time.After(time.Duration(s.number()) * time.Millisecond):
		}
	case "abort":
		check(s.j.AbortForeign(s.number(), "on request"))
		s.j.WaitEnd(nil)
	case "forever":
		pause()
	case "handle": // handle SIGNAL N: say ready, then what arrives, N times
		sig := unix.Signal(s.number())
		got := make(chan os.Signal, 8)
		signal.Notify(got, sig)
		fmt.Println("ready")
		for range s.number() {
			fmt.Println("got", (<-got).(unix.Signal))
		}
	case "child": // run the rest as a process of its own
		cmd := exec.Command(os.Args[0], s.words...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		s.words = nil
		fmt.Println("child:", cmd.Run())
	default:
		check(fmt.Errorf("what is %q", word))
	}
}

// pause keeps a thread in the kernel; select{} would have the Go runtime complain of a deadlock.
func pause() {
	for {
		_ = unix.Pause()
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "rank:", err)
		os.Exit(8)
	}
}
