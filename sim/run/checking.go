package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gasnetgo/check"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
	"gasnetgo/sim/spec"
)

// checking is --check: a race checker follows the ranks' calls, and their loads and stores where the program notes them.
type checking struct {
	s       *simulation
	checker *check.Checker
	hide    *check.Suppressions
	summary check.Summary
	last    accessKey // that has been followed last, and its number
	number  uint32
	known   map[accessKey]uint32
	notes   int          // among the races
	all     map[int]bool // ranks all of whose accesses are noted
}

// accessKey is a place of a program that loads or stores.
type accessKey struct {
	rank, thread  int
	pc, bytes     uint64
	write, atomic bool
}

func (s *simulation) newChecking() (*checking, error) {
	if s.spec.Check == "" {
		return nil, nil
	}
	c := &checking{s: s, known: map[accessKey]uint32{}, all: map[int]bool{}, summary: check.Summary{Program: s.spec.Program, Ranks: s.spec.Ranks}}
	if s.spec.Suppress != "" {
		text, err := os.ReadFile(s.spec.Suppress)
		if err == nil {
			c.hide, err = check.ReadSuppressions(string(text))
		}
		if err != nil {
			return nil, fmt.Errorf("--suppress %s: %w", s.spec.Suppress, err)
		}
	}
	c.checker = check.New(s.spec.Ranks, c.report)
	c.checker.Where = func(rank int, pc uint64) uint64 {
		if at, ok := s.ranks[rank].Home(pc); ok {
			return uint64(at.Object)<<48 | at.Offset
		}
		return pc
	}
	return c, nil
}

// of is what APIs need of it; nil without one.
func (c *checking) of() *job.Check {
	if c == nil {
		return nil
	}
	return &job.Check{
		Checker: c.checker,
		PC:      func(r *job.Rank) uint64 { return c.s.hostOf(r.Self()).CallSite() },
		Watch: func(rank int, at, bytes uint64) {
			if bytes > 0 {
				c.s.ranks[rank].Note(at, bytes)
			}
		},
	}
}

// begin has the ranks' programs note their accesses.
func (c *checking) begin() error {
	if c == nil {
		return nil
	}
	for _, h := range c.s.ranks {
		if err := h.Check(func() { c.follow(c.s.job.Ranks[h.ID()], h, false) }); err != nil {
			return err
		}
	}
	return nil
}

// follow hands the accesses that the running thread of a rank's program has made since the last follow to the checker. again says that the thread has stopped for a call of the library.
func (c *checking) follow(r *job.Rank, h *host.Rank, again bool) {
	t := c.checker.Thread(r.ID(), r.Self().Number())
	h.Accesses(again, func(a *host.Access) {
		key := accessKey{r.ID(), t.Number(), a.PC, a.Bytes, a.Write, a.Atomic}
		if key != c.last || len(c.known) == 0 {
			n, ok := c.known[key]
			if !ok {
				x := check.Access{Rank: key.rank, Thread: key.thread, PC: key.pc, Bytes: key.bytes, Write: key.write, Target: -1}
				if a.Atomic {
					x.Atomic = check.Atomic{Type: "processor"}
				}
				n = c.checker.Number(x)
				c.known[key] = n
			}
			c.last, c.number = key, n
		}
		t.TouchAgain(a.At, a.Bytes, c.number)
	})
	if r.Threaded() && !c.all[r.ID()] {
		c.all[r.ID()] = true
		c.s.ranks[r.ID()].NoteAll()
	}
}

// report prints a race.
func (c *checking) report(race *check.Race) {
	report := c.checker.Describe(race, c)
	if c.hide.Hides(report) {
		c.summary.Hidden++
		return
	}
	c.summary.Races = append(c.summary.Races, report)
	if race.Note {
		c.notes++
	}
	race.Report = report
	c.s.edge.Print(report.String())
}

// Code implements check.Names.
func (c *checking) Code(rank int, pc uint64) (function, source string) {
	if pc == 0 {
		return "", ""
	}
	p := c.s.ranks[rank].Code(pc)
	return p.Function, p.Source
}

// Object implements check.Names.
func (c *checking) Object(at uint64) string {
	for _, h := range c.s.ranks {
		if name := h.Object(at); name != "" {
			return fmt.Sprintf("%s of rank %d", name, h.ID())
		}
	}
	return "memory that is no variable and that no call of the library has allocated"
}

// end says what has been found and what has not been seen, and answers a status.
func (c *checking) end() (status int, err error) {
	if c == nil {
		return 0, nil
	}
	s := &c.summary
	for _, r := range c.checker.Races() {
		if r.Report != nil {
			r.Report.Times = r.Times
		}
	}
	noted := 0
	for _, h := range c.s.ranks {
		if h.Checked() {
			noted++
		}
	}
	if noted == 0 {
		s.Unseen = append(s.Unseen, fmt.Sprintf("loads and stores of %s were not seen, only what library calls access: compile it with oshcc --check (oshc++, oshfort)", filepath.Base(c.s.spec.Program)))
	}
	line := "--check: no races"
	if n := len(s.Races) - c.notes; n > 0 {
		status = raceStatus
		line = fmt.Sprintf("--check: %d races", n)
		if n == 1 {
			line = "--check: 1 race"
		}
	}
	if c.notes > 0 {
		line += fmt.Sprintf(", %d notes", c.notes)
	}
	if s.Hidden > 0 {
		line += fmt.Sprintf(", %d suppressed", s.Hidden)
	}
	c.s.edge.Print(strings.Join(append([]string{line}, s.Unseen...), "; "))
	if c.s.spec.Check != spec.Text {
		text, err := s.JSON()
		if err = errors.Join(err, os.WriteFile(c.s.spec.Check, text, 0o644)); err != nil {
			return status, fmt.Errorf("--check: %w", err)
		}
	}
	return status, nil
}

// raceStatus is the status of a job with races that would have been 0 without.
const raceStatus = 66
