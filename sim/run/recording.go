package run

import (
	"fmt"
	"os"
	"path/filepath"

	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
	"gasnetgo/sim/sites"
)

// objects names call sites: what sites have in place of the host's numbers.
type objects struct {
	image *host.Image
	names map[int]string
}

// site is where a rank has stopped; ok is false where it runs on at the same site: it was interrupted.
func (o *objects) site(h *host.Rank, stopped host.Kind) (s sites.Site, ok bool) {
	switch {
	case stopped == host.Request && h.Ask().Op() == host.Spin:
		return s, false
	case stopped != host.Frame && stopped != host.Request:
		return sites.End, true
	}
	at, found := h.Site()
	if !found {
		return sites.Elsewhere, true
	}
	return sites.Site{Object: o.name(at.Object), Offset: at.Offset}, true
}

func (o *objects) name(object int) string {
	name, ok := o.names[object]
	if !ok {
		name = filepath.Base(o.image.Path(object))
		o.names[object] = name
	}
	return name
}

// piece is the code that a rank is in, since its last stop.
type piece struct {
	from sites.Site
	ns   int64    // of CPU time so far
	paid sim.Time // of virtual time so far
}

// recording is --compute record=FILE: computing takes the CPU time on this host, and the mean for each pair of call sites is written to a file.
type recording struct {
	s       *simulation
	objects objects
	times   sites.Times
	at      []piece
	double  string // an object whose name another one has
}

func newRecording(s *simulation, image *host.Image) (*recording, error) {
	c := &recording{s: s, objects: objects{image, map[int]string{}}, at: make([]piece, s.spec.Ranks)}
	c.identify(c.objects.name(0), 0)
	return c, nil
}

// identify records which file an object is.
func (c *recording) identify(name string, object int) {
	if !c.times.Identify(name, c.objects.image.Identity(object)) {
		c.double = c.objects.image.Path(object)
	}
}

func (c *recording) turn(r *job.Rank, h *host.Rank) (host.Kind, sim.Time) {
	stopped, ns := h.ResumeMeasured()
	ns = c.s.computed(ns)
	p := &c.at[r.ID()]
	p.ns += ns
	known := len(c.objects.names)
	if to, ok := c.objects.site(h, stopped); ok {
		if len(c.objects.names) > known {
			for object, name := range c.objects.names {
				c.identify(name, object)
			}
		}
		c.times.Add(sites.Pair{From: p.from, To: to}, p.ns)
		*p = piece{from: to}
	}
	return stopped, sim.Time(float64(ns) * c.s.spec.Compute * float64(sim.Nanosecond))
}

func (c *recording) over() ([]string, error) {
	if c.double != "" {
		return nil, fmt.Errorf("--compute record=%s: two libraries of the program are called %s; their times cannot be distinguished, and the file was not written", c.s.spec.Record, filepath.Base(c.double))
	}
	if err := os.WriteFile(c.s.spec.Record, c.times.Encode(), 0o644); err != nil {
		return nil, fmt.Errorf("--compute record: %w", err)
	}
	return nil, nil
}
