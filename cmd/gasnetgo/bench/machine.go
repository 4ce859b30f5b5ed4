package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gasnetgo/cmd/interrupt"
)

// simulatedBench is `gasnetgo bench gasnet --machine`: GASNet's rows in a simulated machine's virtual time, which are the same in each run.
type simulatedBench struct {
	machine string
	set     []string
}

// oversubscribedRow is about processes that share cores.
const oversubscribedRow = "gasnet.barrier_4_ranks"

func (b *simulatedBench) run(cmd *cobra.Command, words []string) error {
	for _, flag := range []string{"ranks", "quick", "runs", "jobs", "beside", "csv", "json"} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s is for measurements on this host, not for those with --machine", flag)
		}
	}
	if len(words) == 0 {
		words = []string{"gasnet"}
	}
	chosen, err := choose(gasnetRows(), words)
	if err != nil {
		return fmt.Errorf("--machine measures GASNet: %w", err)
	}
	cmd.SilenceUsage = true
	ctx, stop := interrupt.Notify(cmd.Context())
	defer stop()
	values, err := b.measure(ctx)
	if err != nil {
		return err
	}
	return b.write(cmd.OutOrStdout(), chosen, values)
}

// gasnetRows are the rows that mean something in virtual time.
func gasnetRows() (rows []measure) {
	for _, m := range measures(2) {
		if strings.HasPrefix(m.name, "gasnet.") && m.name != oversubscribedRow {
			rows = append(rows, m)
		}
	}
	return rows
}

// measure runs the measuring program on two ranks of the machine, on two nodes.
func (b *simulatedBench) measure(ctx context.Context) (map[string][]trial, error) {
	program, err := benchProgram("gasnet")
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"run", "--machine", b.machine, "-n", "2"}
	for _, s := range b.set {
		args = append(args, "--set", s)
	}
	out, err := output(ctx, self, append(args, "--", program, "machine")...)
	if err != nil {
		return nil, fmt.Errorf("GASNet on %s: %w", b.machine, err)
	}
	return parseTrials(out)
}

func (b *simulatedBench) write(w io.Writer, chosen []measure, values map[string][]trial) error {
	fmt.Fprintf(w, "%s, virtual time\n\n", b.machine)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	var missing []error
	for _, m := range chosen {
		of := values[strings.TrimPrefix(m.name, "gasnet.")]
		if len(of) == 0 {
			missing = append(missing, fmt.Errorf("gasnet_bench has not measured %s", m.name))
			continue
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", m.name, m.what, inUnit(of[0].value, m.unit))
	}
	return errors.Join(append(missing, table.Flush())...)
}

// inUnit writes a time of a row in microseconds, as those of networks are.
func inUnit(value float64, unit string) string {
	if unit == "ns" {
		return fmt.Sprintf("%.3f µs", value/1e3)
	}
	return fmt.Sprintf("%.3f %s", value, unit)
}
