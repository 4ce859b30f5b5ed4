package run

import (
	"fmt"
	"math"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"gasnetgo/sim"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
)

// progress is a line on a terminal that says how far the job is.
type progress struct {
	job    *job.Job
	due    atomic.Bool
	begin  time.Time
	before uint64 // messages, at the last line
	last   time.Time
}

const (
	firstLine = time.Second // short jobs show none
	nextLine  = 250 * time.Millisecond
	nextInLog = 10 * time.Second
)

// run asks for lines until the job is over. It runs beside the ranks' thread.
func (p *progress) run(over chan struct{}) {
	next := betweenLines()
	for wait := firstLine; ; wait = next {
		select {
		case <-over:
			return
		case <-time.After(wait):
			p.due.Store(true)
		}
	}
}

// betweenLines is the time between two lines, on a terminal or in a file.
func betweenLines() time.Duration {
	if _, err := unix.IoctlGetTermios(unix.Stderr, unix.TCGETS); err != nil {
		return nextInLog
	}
	return nextLine
}

// loadingLine is the line while ranks are loaded.
type loadingLine struct {
	due  time.Time     // of the next line
	next time.Duration // until the one after it
}

// at returns the line if it is due, and otherwise nothing.
func (l *loadingLine) at(now time.Time, loaded, ranks int) string {
	if now.Before(l.due) {
		return ""
	}
	l.due = now.Add(l.next)
	return fmt.Sprintf("loading: %d of %d ranks, %s", loaded, ranks, percent(loaded, ranks))
}

// show writes the line over the one before.
func (p *progress) show() {
	p.due.Store(false)
	now, sent := time.Now(), p.job.Fabric.Messages()
	since := p.last
	if since.IsZero() {
		since = p.begin
	}
	rate := float64(sent-p.before) / max(now.Sub(since).Seconds(), 1e-3)
	p.before, p.last = sent, now
	host.ShowLine(progressLine(p.job, sent, rate, now.Sub(p.begin)))
}

func progressLine(j *job.Job, sent uint64, rate float64, took time.Duration) string {
	ranks := len(j.Ranks)
	done := ranks - j.World.Alive()
	return fmt.Sprintf("virtual time %v, %d of %d ranks done, %s, %s messages, %s/s, %v", digits(j.World.Kernel().Now()), done, ranks, percent(done, ranks), threeDigits(float64(sent)),
		threeDigits(rate), took.Round(time.Second))
}

// percent is never 100 before all is done.
func percent(done, all int) string { return strconv.Itoa(100*done/all) + " %" }

// threeDigits is a number with three digits that matter.
func threeDigits(n float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		if n >= u.size {
			return strconv.FormatFloat(n/u.size, 'f', 2-min(2, int(math.Log10(n/u.size))), 64) + u.name
		}
	}
	return fmt.Sprintf("%.0f", n)
}

// digits is a time cut to four digits.
func digits(t sim.Time) sim.Time {
	unit := sim.Time(1)
	for t/unit >= 10000 {
		unit *= 10
	}
	return t / unit * unit
}
