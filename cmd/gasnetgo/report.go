package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"gasnetgo/cmd/usage"
	"gasnetgo/sim/report"
	"gasnetgo/sim/report/page"
	"gasnetgo/sim/spec"
)

const reportHelp = `Write a page about a simulated job from what gasnetgo run --machine ... --stats=STATS --trace TRACE has written: a timeline of the ranks with the critical path and messages, times of ranks and functions, who waits
for whom, the matrix of messages, the load of links, sizes, counters, parameters. The page is one file, which any browser shows without a network. gasnetgo run --report FILE writes the same page without the two files.

TRACE may be compressed. The page's size is bounded, whatever the size of TRACE: beyond 40,000 calls and waits the timeline has shares of time, and of many messages some can be drawn.`

// newReportCommand is gasnetgo report.
func newReportCommand() *cobra.Command {
	out := "report.html"
	cmd := &cobra.Command{
		Use:     "report STATS TRACE",
		Short:   "write a page about a simulated run",
		Long:    reportHelp,
		Example: "  gasnetgo run --machine xt3 -n 16 --stats=s.json --trace t.json.gz ./prog\n  gasnetgo report s.json t.json.gz\n  gasnetgo run --machine xt3 -n 16 --report out.html ./prog",
		Args:    usage.Exactly(2, "a file of --stats and a file of --trace"),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := readStats(args[0])
			if err != nil {
				return err
			}
			trace, err := os.Open(args[1])
			if err != nil {
				return fmt.Errorf("cannot read %s: %w", args[1], errors.Unwrap(err))
			}
			defer trace.Close()
			b := report.New()
			cut, err := readTrace(b, trace)
			if err != nil {
				return fmt.Errorf("%s: %w", args[1], err)
			}
			return writeReport(out, b.Data(s, cut))
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", out, "the page")
	return cmd
}

// readTrace reads a trace, which may be compressed.
func readTrace(b *report.Builder, in io.Reader) (cut bool, err error) {
	magic := make([]byte, 2)
	n, err := io.ReadFull(in, magic)
	if n < len(magic) && err != io.EOF && err != io.ErrUnexpectedEOF {
		return false, err
	}
	text := io.MultiReader(bytes.NewReader(magic[:n]), bufio.NewReaderSize(in, 1<<20))
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return b.Read(text)
	}
	z, err := gzip.NewReader(text)
	if err != nil {
		return false, err
	}
	return b.Read(z)
}

// writeReport writes the page.
func writeReport(name string, d *report.Data) error {
	file, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("cannot write the report: %w", err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	return errors.Join(page.Write(out, d), out.Flush(), file.Close())
}

// reporting is the making of the page of gasnetgo run --report. The job writes its trace into a pipe, which is read as it comes, unless the user wants a file of the trace.
type reporting struct {
	page  string
	dir   string // for the pipe and for counts
	stats string
	trace string
	hold  *os.File // keeps the pipe open until the job has ended; nil: the trace is a file
	built chan built
}

// built is what the trace has given.
type built struct {
	builder *report.Builder
	cut     bool
	err     error
}

// newReporting prepares a job for its report: it sets the files of counts and trace that the user has not named.
func newReporting(name string, s *spec.Spec) (r *reporting, err error) {
	if s.Stats == spec.Text {
		return nil, errors.New("--report has the counts of --stats in it; for both, name the file of counts: --stats=FILE")
	}
	r = &reporting{built: make(chan built, 1)}
	if r.page, err = filepath.Abs(name); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(r.page, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return nil, fmt.Errorf("--report: %w", err)
	}
	file.Close()
	if r.dir, err = os.MkdirTemp("", "gasnetgo-report-"); err != nil {
		return nil, err
	}
	if s.Stats == "" {
		s.Stats = filepath.Join(r.dir, "stats")
	}
	if s.Trace == "" {
		s.Trace = filepath.Join(r.dir, "trace")
		if err := r.pipe(s.Trace); err != nil {
			os.RemoveAll(r.dir)
			return nil, err
		}
	}
	r.stats, r.trace = s.Stats, s.Trace
	return r, nil
}

// pipe makes a named pipe, and begins to read it.
func (r *reporting) pipe(name string) (err error) {
	if err := unix.Mkfifo(name, 0o600); err != nil {
		return &os.PathError{Op: "mkfifo", Path: name, Err: err}
	}
	if r.hold, err = os.OpenFile(name, os.O_RDWR, 0); err != nil { // does not wait for anyone
		return err
	}
	out, err := os.Open(name)
	if err != nil {
		return err
	}
	go func() {
		defer out.Close()
		b := report.New()
		cut, err := readTrace(b, out)
		_, _ = io.Copy(io.Discard, out) // the job does not stop at a full pipe
		r.built <- built{b, cut, err}
	}()
	return nil
}

// end writes the page of a job that has ended.
func (r *reporting) end() error {
	defer os.RemoveAll(r.dir)
	if r.hold != nil {
		r.hold.Close()
	} else {
		r.built <- r.fromFile()
	}
	got := <-r.built
	s, err := readCounts(r.stats)
	if err == nil {
		err = got.err
	}
	if err != nil {
		_ = os.Remove(r.page) // which is empty
		return fmt.Errorf("no --report: the job has ended before it wrote all of its counts and its trace (%w)", err)
	}
	return writeReport(r.page, got.builder.Data(s, got.cut))
}

func (r *reporting) fromFile() built {
	file, err := os.Open(r.trace)
	if err != nil {
		return built{err: err}
	}
	defer file.Close()
	b := report.New()
	cut, err := readTrace(b, file)
	return built{b, cut, err}
}
