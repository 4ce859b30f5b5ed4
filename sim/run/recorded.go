package run

import (
	"fmt"
	"os"

	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
	"gasnetgo/sim/sites"
)

// recorded is --compute FILE: computing between two call sites takes the time that the file has for them.
type recorded struct {
	s       *simulation
	objects objects
	times   *sites.Times
	at      []piece
	checked map[int]bool
	missing map[sites.Pair]uint64 // how often the file had no time
}

func newRecorded(s *simulation, image *host.Image) (*recorded, error) {
	text, err := os.ReadFile(s.spec.Recorded)
	if err != nil {
		return nil, fmt.Errorf("--compute: %w", err)
	}
	times, err := sites.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("--compute %s: %w", s.spec.Recorded, err)
	}
	c := &recorded{
		s: s, objects: objects{image, map[int]string{}}, times: times, at: make([]piece, s.spec.Ranks),
		checked: map[int]bool{}, missing: map[sites.Pair]uint64{},
	}
	if _, ok := times.Objects[c.objects.name(0)]; !ok {
		return nil, fmt.Errorf("--compute %s: it was recorded with another program, not %s", s.spec.Recorded, image.Path(0))
	}
	return c, c.check(0)
}

// check compares an object with the one that was recorded.
func (c *recorded) check(object int) error {
	if c.checked[object] {
		return nil
	}
	c.checked[object] = true
	name := c.objects.name(object)
	was, ok := c.times.Objects[name]
	if is := c.objects.image.Identity(object); ok && is != was {
		return fmt.Errorf("--compute %s: it was recorded with another %s (%s; %s is %s): record it again", c.s.spec.Recorded, name, was, c.objects.image.Path(object), is)
	}
	return nil
}

// turn charges a piece when it ends. A rank that is interrupted in it (--spin) is charged its CPU time, and that less at its end: others would else never get on.
func (c *recorded) turn(r *job.Rank, h *host.Rank) (host.Kind, sim.Time) {
	stopped, ns := c.resume(h)
	p := &c.at[r.ID()]
	to, ok := c.objects.site(h, stopped)
	if !ok {
		d := sim.Time(float64(c.s.computed(ns)) * c.s.spec.RecordedScale * float64(sim.Nanosecond))
		p.paid += d
		return stopped, d
	}
	if len(c.objects.names) > len(c.checked) {
		for object := range c.objects.names {
			if err := c.check(object); err != nil {
				c.s.end(r, 1, err.Error())
			}
		}
	}
	pair := sites.Pair{From: p.from, To: to}
	mean, found := c.times.Mean(pair)
	if !found {
		c.missing[pair]++
	}
	d := max(sim.Time(float64(mean)*c.s.spec.RecordedScale)-p.paid, 0)
	*p = piece{from: to}
	return stopped, d
}

// resume measures only where a rank may be interrupted.
func (c *recorded) resume(h *host.Rank) (host.Kind, int64) {
	if c.s.sliced.Load() {
		return h.ResumeMeasured()
	}
	return h.Resume(), 0
}

func (c *recorded) over() ([]string, error) {
	if len(c.missing) == 0 {
		return nil, nil
	}
	n := uint64(0)
	for _, times := range c.missing {
		n += times
	}
	return []string{fmt.Sprintf("--compute %s: it has no time for %d pairs of call sites, which ranks have passed %d times; computing between them took none. Record it again with this run's arguments",
		c.s.spec.Recorded, len(c.missing), n)}, nil
}
