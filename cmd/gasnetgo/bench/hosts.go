package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"gasnetgo/cmd/interrupt"
	"gasnetgo/cmd/usage"
	"gasnetgo/internal/knob"
	"gasnetgo/internal/progressbar"
	"gasnetgo/job/hosts/namespaces"
)

const (
	hostsStartRanks = 8 // of each host in the rows "startup"
	hostsTimeout    = 5 * time.Minute
)

// hostsMeasures are the rows of gasnetgo bench hosts.
func hostsMeasures() []measure {
	const trip = "round trip of a message of 8 bytes"
	return []measure{
		{"put", "shmem_putmem of 8 bytes and shmem_quiet", "µs", trip, times, 1.25},
		{"get", "shmem_getmem of 8 bytes", "µs", trip, times, 1.25},
		{"am_medium", "Medium of 8 bytes and back", "µs", trip, times, 1.4},
		{"put_bw", "shmem_putmem of 1 MiB and shmem_quiet", "GB/s", "fi_writemsg of 1 MiB, delivered", fraction, 0.9},
		{"put_rate", "shmem_putmem_nbi of 8 bytes, 2,000 and a quiet", "messages/s", "fi_inject of 8 bytes, 2,000 and a reply", fraction, 0.8},
		{"startup", fmt.Sprintf("empty job of 2 x %d ranks", hostsStartRanks), "ms", "the same job of /bin/true", above, 300},
		{"startup_open", "the same", "ms", "the same job of a bare program that opens an endpoint", above, 300},
	}
}

// hostsBench measures between two hosts.
type hostsBench struct {
	hosts, rsh, provider string
	program, plain       string // the second does not load libfabric itself
	trials, starts       int
	usual                func() (string, error) // provider without --provider
}

func newHostsCommand(provider func() (string, error)) *cobra.Command {
	var (
		b             = hostsBench{usual: provider}
		r             runs
		asCSV, asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "hosts [measure...]",
		Short: "measure the library between two hosts and compare it with bare libfabric",
		Long: `Measures OpenSHMEM and GASNet between two hosts, one rank on each, and a bare program of libfabric that does the same over the same provider, in the same
processes, by turns. "machine" is the bare program.

Without --hosts, two network namespaces of this machine are the hosts; a pair of virtual Ethernet interfaces joins them, and each has a core of its own. That needs
root. The rows "startup" compare whole jobs: the library's with those of programs that do not use it.`,
		RunE: func(cmd *cobra.Command, words []string) error {
			if asCSV && asJSON {
				return errors.New("--csv and --json exclude each other")
			}
			if err := r.often(cmd); err != nil {
				return err
			}
			chosen, err := choose(hostsMeasures(), words)
			if err != nil {
				return err
			}
			cmd.SilenceUsage = true
			end, err := b.open()
			if err != nil {
				return err
			}
			end = sync.OnceFunc(end)
			defer end()
			b.trials, b.starts = 201, 5
			if r.quick {
				b.trials, b.starts = 51, 3
			}
			ctx, stop := interrupt.Notify(cmd.Context())
			defer stop()
			bar := progressbar.New(os.Stderr, r.times)
			defer bar.End()
			results, err := b.table(ctx, chosen, r.times, bar)
			bar.End()
			end() // before the output, whose reader may go
			if err != nil && interrupt.Arrived(ctx) {
				return interrupted("nothing")
			}
			if err != nil {
				return err
			}
			switch out := cmd.OutOrStdout(); {
			case asCSV:
				return writeCSV(out, results)
			case asJSON:
				return writeJSON(out, processor(), "", true, results)
			default:
				fmt.Fprintf(out, "%s, provider %s\n\n", processor(), b.provider)
				return writeTable(out, results)
			}
		},
	}
	cmd.Flags().StringVar(&b.hosts, "hosts", "", "two hosts, as in a,b (default: two network namespaces of this machine)")
	cmd.Flags().StringVar(&b.rsh, "rsh", "ssh", "with --hosts: command that starts a command on a host")
	cmd.Flags().StringVar(&b.provider, "provider", "", "libfabric's provider (default: the one that a job on this host uses)")
	cmd.Flags().BoolVar(&r.quick, "quick", false, "one run with fewer trials")
	cmd.Flags().IntVar(&r.times, "runs", 0, "number of runs (default 3, with --quick 1)")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "print comma-separated values")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// open finds the program and the two hosts. The caller calls end.
func (b *hostsBench) open() (end func(), err error) {
	if b.program, err = benchProgram("hosts"); err != nil {
		return nil, fmt.Errorf("%w (it needs libfabric's headers when gasnetgo is built: libfabric-dev)", err)
	}
	if b.plain, err = benchProgram("shmem"); err != nil {
		return nil, err
	}
	if b.provider == "" {
		if b.provider, err = b.usual(); err != nil {
			return nil, err
		}
	}
	if b.hosts != "" {
		if strings.Count(b.hosts, ",") != 1 || strings.Contains(b.hosts, ":") {
			return nil, fmt.Errorf("--hosts %s: two hosts without numbers of ranks, as in a,b", b.hosts)
		}
		return func() {}, nil
	}
	pair, err := namespaces.New(fmt.Sprintf("gb%d", os.Getpid()))
	if err != nil {
		return nil, fmt.Errorf("%w; --hosts a,b measures between two hosts", err)
	}
	b.hosts, b.rsh = pair.A+","+pair.B, pair.Shell
	return func() {
		if err := pair.Close(); err != nil {
			usage.Print(err)
		}
	}, nil
}

// table measures all chosen rows, several times.
func (b *hostsBench) table(ctx context.Context, chosen []measure, times int, bar *progressbar.Bar) ([]result, error) {
	each := make([][]result, len(chosen))
	for run := range times {
		bar.Begin(fmt.Sprintf("run %d of %d", run+1, times))
		trials, err := b.measure(ctx, chosen)
		if err != nil {
			return nil, err
		}
		for i, c := range chosen {
			r, err := summarise(c, trials[c.name])
			if err != nil {
				return nil, err
			}
			each[i] = append(each[i], r)
		}
		bar.Done()
	}
	results := make([]result, len(chosen))
	for i, c := range chosen {
		results[i] = ofRuns(c, each[i])
	}
	return results, nil
}

// measure is one run of the chosen rows.
func (b *hostsBench) measure(ctx context.Context, chosen []measure) (map[string][]trial, error) {
	all := map[string][]trial{}
	starts := map[string][]string{"startup": {"true"}, "startup_open": {b.program, "open", b.provider}} // what each is compared with
	var pair []string
	for _, c := range chosen {
		if starts[c.name] == nil {
			pair = append(pair, c.name)
		}
	}
	if len(pair) > 0 {
		out, err := b.launch(ctx, 1, b.program, append([]string{"pair", b.provider, strconv.Itoa(b.trials)}, pair...)...)
		if err == nil {
			all, err = parseTrials(out)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, c := range chosen {
		if starts[c.name] == nil {
			continue
		}
		for range b.starts {
			job, err := b.start(ctx, b.plain, "empty")
			if err != nil {
				return nil, err
			}
			other, err := b.start(ctx, starts[c.name][0], starts[c.name][1:]...)
			if err != nil {
				return nil, err
			}
			all[c.name] = append(all[c.name], trial{job, other})
		}
	}
	return all, nil
}

// start times a whole job of hostsStartRanks ranks on each host, in ms.
func (b *hostsBench) start(ctx context.Context, program string, args ...string) (float64, error) {
	begin := time.Now()
	_, err := b.launch(ctx, hostsStartRanks, program, args...)
	return milliseconds(time.Since(begin)), err
}

// launch runs a program with so many ranks on each host, and returns its output.
func (b *hostsBench) launch(ctx context.Context, ranks int, program string, args ...string) ([]byte, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, hostsTimeout)
	defer cancel()
	list := strings.ReplaceAll(b.hosts, ",", fmt.Sprintf(":%d,", ranks)) + fmt.Sprintf(":%d", ranks)
	words := []string{"run", "--rsh", b.rsh, "--hosts", list, "-x", knob.OFIProvider + "=" + b.provider, "--", program}
	return output(limited, self, append(words, args...)...)
}
