package bench

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// comparison is how a measure is compared with the machine's limit.
type comparison uint8

const (
	above    comparison = iota // value - limit, in the measure's unit
	fraction                   // value / limit, more is better
	times                      // value / limit, less is better
	absolute                   // the value itself, less is better; the limit is for information
)

// measure is one row of the table: the measured operation, its limit, and its target. Its name begins with the API's and a dot, which
// may be left out on the command line; the measures of the foundation have no API in their names.
type measure struct {
	name    string
	what    string
	unit    string
	beside  string // what the limit is
	compare comparison
	target  float64 // 0: none
}

// measures are all rows, in printing order. Behind the API, names are the same for every API that is measured.
func measures(ranks int) []measure {
	rows := []measure{
		{"put_lat", "shmem_put64 of 8 bytes", "ns", "memcpy of 8 bytes", above, 5},
		{"p_rate", "shmem_long_p", "ns", "store", above, 5},
		{"get_lat", "shmem_get64 of 8 bytes", "ns", "memcpy of 8 bytes", above, 5},
		{"g_lat", "shmem_long_g", "ns", "load", above, 5},
		{"fadd_lat", "shmem_long_atomic_fetch_add", "ns", "atomic add", above, 5},
		{"fortran_put", "call shmem_put8 of 1 element, from Fortran", "ns", "shmem_put64 of 8 bytes", above, 3},
		{"put_bw", "shmem_putmem of 1 MiB", "GB/s", "memcpy", fraction, 0.95},
		{"get_bw", "shmem_getmem of 1 MiB", "GB/s", "memcpy", fraction, 0.95},
		{"ctx_put", "shmem_ctx_put64 of 8 bytes", "ns", "shmem_put64", above, 8},
		{"ctx_p", "shmem_ctx_long_p", "ns", "shmem_long_p", above, 8},
		{"ctx_get", "shmem_ctx_get64 of 8 bytes", "ns", "shmem_get64", above, 8},
		{"ctx_fadd", "shmem_ctx_long_atomic_fetch_add", "ns", "shmem_long_atomic_fetch_add", above, 8},
		{"ctx_quiet", "shmem_ctx_quiet", "ns", "shmem_quiet", above, 8},
		{"signal_put", "shmem_put64_signal of 8 bytes, set", "ns", "shmem_put64", above, 8},
		{"signal_put_add", "shmem_put64_signal of 8 bytes, add", "ns", "shmem_put64 and atomic_add", above, 8},
		{"signal_set", "shmem_signal_set", "ns", "shmem_ulong_p", above, 8},
		{"signal_fetch", "shmem_signal_fetch", "ns", "load", above, 8},
		{"lock", "shmem_set_lock and clear_lock, without contention", "ns", "two atomic exchanges", absolute, 60},
		{"fortran_lock", "call shmem_set_lock and clear_lock, from Fortran", "ns", "shmem_set_lock and clear_lock", above, 5},
		{"malloc_64", "shmem_malloc and free of 64 bytes, 1 rank", "µs", "malloc and free", absolute, 1},
		{"put_wait", "round trip of p and wait_until", "ns", "round trip of 2 lines", times, 0},
		{"barrier", "barrier_all, 2 ranks on 2 cores", "ns", "round trip of 2 lines", times, 1.2},
		{"barrier_many", fmt.Sprintf("barrier_all, %d ranks on 2 cores", ranks), "ns", "barrier with a futex", times, 2},
		{"startup_2", "empty job, 2 ranks", "ms", "2 x /bin/true", absolute, 20},
		{"startup_32", "empty job, 32 ranks", "ms", "32 x /bin/true", absolute, 150},
		{"startup_128", "empty job, 128 ranks", "ms", "128 x /bin/true", absolute, 700},
		{"memory", "resident memory of an idle rank of 4", "MB", "its share of shared pages", absolute, 12},
	}
	rows = append(rows, collectives()...)
	rows = append(rows, []measure{
		{"portals.put_lat", "PtlPut of 8 bytes, call to event at a polling target", "ns", "2.5 transfers of a line", above, 300},
		{"portals.get_lat", "PtlGet of 8 bytes, call to REPLY_END", "ns", "round trip of 2 lines", times, 0},
		{"portals.put_rate", "PtlPut of 8 bytes, one after the other", "ns", "round trip of 2 lines", times, 0},
		{"portals.put_bw", "PtlPut of 1 MiB, 4 at a time, shared memory", "GB/s", "memcpy by the same rank", fraction, 0.9},
		{"portals.get_bw", "PtlGet of 1 MiB, 4 at a time, shared memory", "GB/s", "memcpy by the same rank", fraction, 0.9},
		{"portals.put_bw_private", "PtlPut of 1 MiB, 4 at a time, private memory", "GB/s", "the kernel's copy", fraction, 0.9},
		{"portals.get_bw_private", "PtlGet of 1 MiB, 4 at a time, private memory", "GB/s", "the kernel's copy", fraction, 0.9},
		{"portals.match_1000", "put_lat behind 1,000 match entries", "ns", "put_lat", times, 0},
		{"portals.bypass", "PtlPut of 8 bytes, to ACK of a target that computes", "µs", "round trip of 2 lines", absolute, 60},

		{"gasnet.put_lat", "gasnet_put of 8 bytes", "ns", "memcpy of 8 bytes", above, 5},
		{"gasnet.get_lat", "gasnet_get of 8 bytes", "ns", "memcpy of 8 bytes", above, 5},
		{"gasnet.put_nb_rate", "gasnet_put_nb of 8 bytes", "ns", "memcpy of 8 bytes", above, 5},
		{"gasnet.put_bw", "gasnet_put_bulk of 1 MiB", "GB/s", "memcpy", fraction, 0.95},
		{"gasnet.am_short_rtt", "Short request and its Short reply", "ns", "round trip of 2 lines", times, 1.6},
		{"gasnet.am_medium_rtt", "Medium of 512 bytes and back", "ns", "round trip of 2 lines", times, 1.7},
		{"gasnet.am_rate", "Short requests one way", "ns", "20 million a second", times, 1},
		{"gasnet.barrier", "gasnet_barrier_notify and _wait, 2 ranks", "ns", "round trip of 2 lines", times, 1},
		{"gasnet.coll_broadcast", "gasnet_coll_broadcast of 8 bytes, ALLSYNC", "ns", "round trip of 2 lines", times, 0},
		{"gasnet.coll_gather_all", "gasnet_coll_gather_all of 8 bytes, MYSYNC", "ns", "round trip of 2 lines", times, 0},
		{"gasnet.coll_exchange", "gasnet_coll_exchange of 8 bytes, MYSYNC", "ns", "round trip of 2 lines", times, 0},
		{"gasnet.coll_reduce", "gasnet_coll_reduce of 8 bytes, ALLSYNC", "ns", "round trip of 2 lines", times, 0},
		{"gasnet.coll_broadcast_bw", "gasnet_coll_broadcast of 1 MiB, segments", "GB/s", "memcpy", fraction, 0},
		{"gasnet.coll_gather_bw", "gasnet_coll_gather of 2 x 512 KiB to private memory", "GB/s", "memcpy", fraction, 0},
		{"gasnet.barrier_4_ranks", "the same, 4 ranks on 2 cores, GASNET_WAIT_BLOCK", "ns", "4 of those and 3 context switches", times, 1},

		{"armci.put_fence", "ARMCI_Put of 8 bytes and ARMCI_Fence", "ns", "memcpy of 8 bytes", above, 5},
		{"armci.put_full", "the same", "ns", "memcpy of 8 bytes, full barrier", above, 5},
		{"armci.put_lat", "ARMCI_Put of 8 bytes", "ns", "memcpy of 8 bytes", above, 5},
		{"armci.get_lat", "ARMCI_Get of 8 bytes", "ns", "memcpy of 8 bytes", above, 5},
		{"armci.fadd_lat", "ARMCI_Rmw, fetch and add of a long", "ns", "atomic add", above, 5},
		{"armci.acc_lat", "ARMCI_Acc of 8 doubles", "ns", "daxpy loop", absolute, 20},
		{"armci.acc_bw", "ARMCI_Acc of 128 KiB of doubles", "GB/s", "daxpy loop", fraction, 0.9},
		{"armci.gets_words", "ARMCI_GetS of 512 x 8 bytes, 4,400 bytes apart", "µs", "a loop over words", absolute, 1},
		{"armci.gets_rows", "ARMCI_GetS of 64 x 512 bytes, 4,400 bytes apart", "GB/s", "memcpy, row by row", fraction, 0.9},
		{"armci.lock", "ARMCI_Lock and Unlock, without contention", "ns", "two atomic exchanges", absolute, 40},
		{"armci.barrier", "ARMCI_Barrier, 2 ranks", "ns", "round trip of 2 lines", times, 1.2},
		{"armci.malloc", "ARMCI_Malloc and ARMCI_Free of 1 MiB, 2 ranks", "µs", "mmap and munmap", absolute, 100},

		{"lapi.put_lat", "LAPI_Put of 8 bytes, private memory, to a polling target", "ns", "2.5 transfers of a line", above, 300},
		{"lapi.put_lat_shared", "LAPI_Put of 8 bytes, shared memory, to a polling target", "ns", "2.5 transfers of a line", above, 300},
		{"lapi.am_rtt", "LAPI_Amsend with a header of 64 bytes, and back", "ns", "GASNet's Medium of 64 bytes and back", times, 1.8},
		{"lapi.put_bw", "LAPI_Put of 1 MiB, shared memory", "GB/s", "memcpy by the same rank", fraction, 0.9},
		{"lapi.put_bw_private", "LAPI_Put of 1 MiB, private memory", "GB/s", "the kernel's copy", fraction, 0.9},
		{"lapi.interrupt", "LAPI_Put of 8 bytes, private memory, target computes", "µs", "round trip of 2 lines", absolute, 60},

		{"sisci.store_lat", "plain store of 8 bytes to a map, to a poll there", "ns", "transfer of a line", times, 1.2},
		{"sisci.copy_bw", "SCIMemCpy of 1 MiB to a map", "GB/s", "memcpy", fraction, 0.95},
		{"sisci.read_bw", "SCIMemCpy of 1 MiB from a map", "GB/s", "memcpy", fraction, 0.95},
		{"sisci.interrupt", "SCITriggerInterrupt to SCIWaitForInterrupt's return", "µs", "transfer of a line", absolute, 60},
		{"sisci.connect", "SCIConnectSegment and SCIMapRemoteSegment of 1 MiB", "µs", "mmap and munmap", absolute, 100},
	}...)
	return append(rows, waits()...)
}

// choose returns the rows that the words name: by name, or by the part before its underscore. No words mean all.
func choose(all []measure, words []string) ([]measure, error) {
	if len(words) == 0 {
		return all, nil
	}
	var chosen []measure
	for _, m := range all {
		if slices.ContainsFunc(words, m.answersTo) {
			chosen = append(chosen, m)
		}
	}
	for _, w := range words {
		if !slices.ContainsFunc(all, func(m measure) bool { return m.answersTo(w) }) {
			names := make([]string, len(all))
			for i, m := range all {
				names[i] = m.name
			}
			return nil, fmt.Errorf("%q is not a measure; choose from %s", w, strings.Join(names, " "))
		}
	}
	return chosen, nil
}

func (m measure) answersTo(word string) bool {
	if mode, is := isWait(m.name); is && waitAPI(mode.name) == word {
		return true
	}
	return m.name == word || m.api() == word || strings.HasPrefix(m.name, word+"_") || strings.HasPrefix(m.name, word+".")
}

// api is the API whose program takes the measure.
func (m measure) api() string {
	if api, _, named := strings.Cut(m.name, "."); named {
		return api
	}
	return "shmem"
}

// result is a measure with its medians. For one run, Compared is the median over the trials of each value compared with the limit of the same trial, so
// that changes of the machine between trials matter least. For several runs it is the median of theirs. Rows of ways to wait: summariseWait.
type result struct {
	Name, What, Unit, Beside string
	Value, Limit, Compared   float64
	Low, High                float64 // least and greatest Compared of the runs; of the pairs of jobs
	Target                   float64
	Met                      *bool // not decided by one run, nor by runs that disagree
	RunsMet                  int   // runs that would have met the target
	Runs                     int
	Trials                   int // in all runs
	Wait                     *waitFigures

	compare comparison
	all     []trial // of all runs
}

func (c comparison) String() string {
	return [...]string{"value - limit", "value / limit", "value / limit", "value"}[c]
}

// of compares one trial with its limit.
func (c comparison) of(t trial) float64 {
	switch c {
	case above:
		return t.value - t.limit
	case absolute:
		return t.value
	default:
		return t.value / t.limit
	}
}

// summarise makes the row of one run, without a verdict.
func summarise(m measure, trials []trial) (result, error) {
	if len(trials) == 0 {
		return result{}, fmt.Errorf("%s: the program measured nothing", m.name)
	}
	pick := func(f func(trial) float64) float64 {
		numbers := make([]float64, len(trials))
		for i, t := range trials {
			numbers[i] = f(t)
		}
		return median(numbers)
	}
	return result{
		Name: m.name, What: m.what, Unit: m.unit, Beside: m.beside, Target: m.target, Trials: len(trials), Runs: 1, compare: m.compare, all: trials,
		Value: pick(func(t trial) float64 { return t.value }), Limit: pick(func(t trial) float64 { return t.limit }), Compared: pick(m.compare.of),
	}, nil
}

// median of at least one number; the order of the numbers changes.
func median(numbers []float64) float64 {
	slices.Sort(numbers)
	half := len(numbers) / 2
	if len(numbers)%2 == 1 {
		return numbers[half]
	}
	return (numbers[half-1] + numbers[half]) / 2
}

// number has three significant digits for small values and no decimals for large ones.
func number(x float64) string {
	switch {
	case x >= 100 || x <= -100:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x >= 10 || x <= -10:
		return strconv.FormatFloat(x, 'f', 1, 64)
	default:
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
}

func (r result) comparedText() string {
	if r.compare == absolute {
		return ""
	}
	return r.comparisonText(r.Compared) + r.comparedUnit()
}

// spreadText is the range of the runs' comparisons.
func (r result) spreadText() string {
	if r.Runs < 2 {
		return ""
	}
	return r.comparisonText(r.Low) + " .. " + r.comparisonText(r.High) + r.comparedUnit()
}

func (r result) comparisonText(x float64) string {
	if r.compare == above && x >= 0 {
		return "+" + number(x)
	}
	return number(x)
}

func (r result) comparedUnit() string {
	if r.compare == fraction || r.compare == times {
		return " x"
	}
	return " " + r.Unit
}

func (r result) targetText() string {
	if r.Target == 0 {
		return ""
	}
	text := strconv.FormatFloat(r.Target, 'f', -1, 64)
	switch r.compare {
	case above:
		return "<= +" + text + " " + r.Unit
	case fraction:
		return ">= " + text + " x"
	case times:
		return "<= " + text + " x"
	default:
		return "< " + text + " " + r.Unit
	}
}

func (r result) metText() string { return metText(r.Target, r.Met, r.RunsMet, r.Runs, "run") }

// metText says whether a target is met: met is the verdict about some repetitions, of which some have met it.
func metText(target float64, met *bool, some, of int, repetition string) string {
	switch {
	case target == 0:
		return ""
	case met != nil && *met:
		return "yes"
	case met != nil:
		return "NO"
	case of < 2:
		return "one " + repetition
	default:
		return fmt.Sprintf("unsure, %d of %d", some, of)
	}
}

// writeTable writes numbers, an explanation of them, and what each row measures, in lines of at most 120 columns.
func writeTable(w io.Writer, results []result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "measure\tlibrary\tmachine\tcompared\tof runs\ttarget\tmet")
	for _, r := range results {
		fmt.Fprintf(t, "%s\t%s %s\t%s %s\t%s\t%s\t%s\t%s\n", r.Name, number(r.Value), r.Unit, number(r.Limit), r.Unit, r.comparedText(), r.spreadText(), r.targetText(),
			r.metText())
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprint(w, `
compared: library - machine, or library / machine (x), of each trial, in which both are measured, one after the other:
the median of all trials. It is not the difference or the ratio of the two medians to its left. Rows without it have a
target for the library alone.
of runs: the least and the greatest of the runs, each in its own processes.
met: yes if all runs meet the target, NO if none does, otherwise unsure: more runs (--runs) may decide.

`)
	if err := writeTails(w, results); err != nil {
		return err
	}
	return writeWhat(w, results)
}

// writeWhat writes what each row measures.
func writeWhat(w io.Writer, results []result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "measure\tlibrary\tmachine")
	for _, r := range results {
		fmt.Fprintf(t, "%s\t%s\t%s\n", r.Name, r.What, r.Beside)
	}
	return t.Flush()
}

func writeCSV(w io.Writer, results []result) error {
	c := csv.NewWriter(w)
	rows := [][]string{{"name", "what", "unit", "value", "beside", "limit", "compared", "as", "target", "met", "trials",
		"runs", "compared_min", "compared_max", "mean", "p99", "worst", "limit_p99", "limit_worst", "paired"}}
	plain := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	for _, r := range results {
		target, met, mean, wait := "", "", "", make([]string, 5)
		if r.Target != 0 {
			target = plain(r.Target)
		}
		if r.Met != nil {
			met = strconv.FormatBool(*r.Met)
		}
		if len(r.all) > 0 {
			value, limit := r.tails()
			mean, wait[0], wait[2] = plain(value.mean), plain(value.p99), plain(limit.p99)
		}
		if f := r.Wait; f != nil {
			wait = []string{plain(f.P99), plain(f.Worst), plain(f.LimitP99), plain(f.LimitWorst), plain(f.Paired)}
		}
		rows = append(rows, append([]string{r.Name, r.What, r.Unit, plain(r.Value), r.Beside, plain(r.Limit), plain(r.Compared), r.compare.String(), target, met,
			strconv.Itoa(r.Trials), strconv.Itoa(r.Runs), plain(r.Low), plain(r.High), mean}, wait...))
	}
	return c.WriteAll(rows)
}
