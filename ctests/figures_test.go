package ctests

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// figures runs gasnetgo figures; its status has to be 0: every figure is met.
func figures(t *testing.T, args ...string) string {
	t.Helper()
	c := exec.Command(filepath.Join(at.build, "bin", "gasnetgo"), append([]string{"figures"}, args...)...)
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// uncounted is a table without the numbers that depend on the compiler: those of loops that count their instructions.
func uncounted(table string) string {
	return regexp.MustCompile(`(?m)^(\| counted: [^|]*\| [^|]*\|) [0-9.]+ `).ReplaceAllString(table, "$1 - ")
}

// TestFigures: C programs on the simulated machines reproduce the published figures of the real ones, and docs/calibration.md has the same tables.
func TestFigures(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(at.root, "docs", "calibration.md"))
	require.NoError(t, err)
	doc := uncounted(string(text))
	some := map[string]string{ // the rows of a machine of which make test has only these
		"xt3": "^SHMEM (put|get)",
		"xt4": "^(put to ACK|blocking put|AM Medium)",
		"sp":  "^(LAPI|MPI|MPL|GA (get|put) of)",
		"sci": "^(stores|DMA)",
	}
	for machine, plots := range map[string][]string{
		"redstorm": {"latency", "bandwidth", "streaming", "bidirectional", "accelerated"},
		"xt3":      {"latency", "bandwidth", "streaming", "bidirectional", "accelerated", "shmem-latency", "shmem-bandwidth", "overlap"},
		"sp":       {"bandwidth", "ga-put", "ga-get"},
		"sci":      {"latency", "bandwidth"},
		"xt4":      {"put", "bandwidth", "medium", "firehose", "loans"},
	} {
		t.Run(machine, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if rows := some[machine]; !runs("TestFigures", machine) {
				for line := range strings.Lines(figures(t, "--markdown", "--rows", rows, "--out", dir, machine)) {
					if strings.HasPrefix(line, "| ") {
						require.Contains(t, doc, uncounted(line), "docs/calibration.md differs from the output of gasnetgo figures --markdown %s", machine)
					}
				}
				return
			}
			table := figures(t, "--markdown", "--out", dir, machine)
			require.NotContains(t, table, "| NO |")
			require.Contains(t, doc, uncounted(table), "docs/calibration.md differs from the output of gasnetgo figures --markdown %s", machine)
			for _, name := range plots {
				require.FileExists(t, filepath.Join(dir, machine+"-"+name+".svg"))
				require.FileExists(t, filepath.Join(dir, machine+"-"+name+".png"))
			}
		})
	}
}

// TestFiguresJSON: the tables of all machines in one list, and the number of pictures.
func TestFiguresJSON(t *testing.T) {
	t.Parallel()
	var list []struct {
		Machine, Figure, Unit string
		Model                 *float64
	}
	require.NoError(t, json.Unmarshal([]byte(figures(t, "--json", "--rows", "^put to ACK", "--out", "", "xt4")), &list))
	require.Equal(t, "xt4", list[0].Machine)
	require.Equal(t, "µs", list[0].Unit)
	require.NotNil(t, list[0].Model)

	wholeOnly(t, "TestFiguresJSON pictures", "")
	dir := t.TempDir()
	text := figures(t, "--out", dir, "xt4")
	pictures, err := filepath.Glob(filepath.Join(dir, "*.png"))
	require.NoError(t, err)
	curves, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, curves)
	require.Contains(t, text, fmt.Sprintf("\n%d pictures (each as SVG and PNG) and %d curves as text in %s; the first picture: %s\n", len(pictures), len(curves), dir, filepath.Join(dir, "xt4-put.png")))
}

// TestFiguresCutOff: an interrupt ends the measurement, and the table has what was measured until then.
func TestFiguresCutOff(t *testing.T) {
	c := job{command: []string{filepath.Join(at.build, "bin", "gasnetgo"), "figures", "--out", ""}}.start(t, "xt3")
	program := installed(t, "figures/ptl_netpipe")
	c.starts(t, program, 1)
	require.NoError(t, c.cmd.Process.Signal(syscall.SIGINT))
	o := c.finish(t, c.cmd.Wait())
	require.Equal(t, 130, o.status, "%v", o)
	require.Contains(t, o.err, "gasnetgo: interrupted\n")
	require.Regexp(t, `(?m)^cut off: \d+ of 37 curves are measured, and \d+ of 47 figures follow from them$`, o.out)
}

// TestFiguresNotMet: a machine with a wrong parameter does not meet its figures.
func TestFiguresNotMet(t *testing.T) {
	t.Parallel()
	c := exec.Command(filepath.Join(at.build, "bin", "gasnetgo"), "figures", "--out", "", "--rows", "^put to ACK, 16 bytes", "--set", "nic.inline=12B", "xt4")
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	require.Equal(t, 1, exit.ExitCode(), "%s", out)
	require.Regexp(t, `(?m)^put to ACK, 16 bytes less 1 byte .* NO$`, string(out))
}

// TestFigureProgramsLive: the programs that measure figures also run live.
func TestFigureProgramsLive(t *testing.T) {
	for _, words := range [][]string{
		{"ptl_netpipe", "-o", "put", "-t", "100"},
		{"ptl_netpipe", "-o", "get", "-m", "stream", "-t", "100"},
		{"ptl_netpipe", "-f", "-m", "both", "-t", "100"},
		{"ptl_rma"},
		{"ptl_rma", "-m", "flood", "-d"},
		{"mpi_netpipe", "-f"},
		{"mpi_netpipe", "-m", "stream", "-e", "1000"},
		{"mpi_netpipe", "-m", "window", "-e", "1000"},
		{"mpi_netpipe", "-m", "both"},
		{"mpi_rma", "-m", "put"},
		{"mpi_rma", "-m", "get"},
		{"gasnet_mpi"},
		{"gasnet_mpi", "-m", "bulk"},
		{"gasnet_mpi", "-m", "medium"},
		{"gasnet_rma", "-o"},
		{"gasnet_rma", "-m", "bulk"},
		{"gasnet_rma", "-m", "medium"},
		{"armci_rma", "-m", "fence"},
		{"armci_rma", "-m", "overlap", "-b"},
		{"armci_rma", "-m", "acc"},
		{"armci_rma", "-m", "strided"},
		{"ga_sp"},
		{"ga_sp", "-m", "put-2d"},
		{"ga_sp", "-m", "get-2d"},
		{"ga_mpl_sp"},
		{"ga_mpl_sp", "-m", "get-2d"},
		{"shmem_rma", "-m", "ping"},
		{"shmem_rma", "-m", "quiet"},
		{"shmem_rma", "-m", "overlap"},
	} {
		t.Run(strings.Join(words, " "), func(t *testing.T) {
			args := append(slices.Clone(words[1:]), "-u", "2048", "-p", "1", "-n", "3")
			o := job{np: 3, args: args}.run(t, filepath.Join(at.build, "libexec", "gasnetgo", "figures", words[0]))
			require.Zero(t, o.status, "%v", o)
			require.Regexp(t, `(?m)^ +2048 +[34] +[0-9.]+ +[0-9.]+`, o.out)
		})
	}
}

// TestBurstsLive: all bursts of all senders have a row, over each of the conduits.
func TestBurstsLive(t *testing.T) {
	for _, conduit := range []string{"memory", "portals"} {
		o := job{np: 3, args: []string{"-s", "2", "-b", "3", "-k", "20"}, env: []string{"GASNETGO_GASNET_CONDUIT=" + conduit}}.run(
			t, filepath.Join(at.build, "libexec", "gasnetgo", "figures", "gasnet_bursts"))
		require.Zero(t, o.status, "%v", o)
		require.Len(t, regexp.MustCompile(`(?m)^ +[1-6] +20 +[0-9.]+ +[0-9]+$`).FindAllString(o.out, -1), 6, "%v", o)
	}
}

// TestMultigrid: the multigrid benchmark has the published norms in its classes S and W, however its ranks exchange data and wherever they run.
func TestMultigrid(t *testing.T) {
	program := filepath.Join(at.build, "libexec", "gasnetgo", "figures", "mg")
	norms := map[string]string{"S": `5\.30770700573\d*e-05`, "W": `6\.46732937533\d*e-06`}
	solve := func(t *testing.T, o job, np int, class, way string) {
		o.args = []string{"-m", way, "-k", class}
		got := o.run(t, program)
		require.Zero(t, got.status, "%v", got)
		require.Regexp(t, fmt.Sprintf(`^# class %s, %d ranks, %s: norm %s, verified\n# +bytes +rounds +us\n +[0-9]+ +4 +[0-9.]+\n$`, class, np, way, norms[class]), got.out)
	}
	for _, way := range []string{"put", "message", "mpi"} {
		for _, np := range []int{1, 2, 4, 16} {
			t.Run(fmt.Sprintf("%s/S/%d", way, np), func(t *testing.T) { solve(t, job{np: np}, np, "S", way) })
		}
		for _, np := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("%s/W/%d", way, np), func(t *testing.T) { solve(t, job{np: np}, np, "W", way) })
		}
	}
	for machine, ways := range map[string][]string{"ideal": {"put", "message", "mpi"}, "xt3": {"put", "message", "mpi"}} {
		for _, way := range ways {
			t.Run(way+"/S/64/"+machine, func(t *testing.T) {
				run := []string{filepath.Join(at.build, "bin", "gasnetgo"), "run", "--machine", machine, "-n", "64"}
				solve(t, job{command: run}, 64, "S", way)
			})
		}
	}
	t.Run("not a power of two", func(t *testing.T) {
		o := job{np: 3}.run(t, program)
		require.NotZero(t, o.status)
		require.Contains(t, o.err, "3 ranks: not a power of two")
	})
}
