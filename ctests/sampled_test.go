package ctests

import (
	"fmt"
	"hash/crc32"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sample is a row of what make test leaves out: a part of a test that only make test-long has, and why.
type sample struct {
	test   string   // the test's name; then, if it is not its programs or cases that are sampled, what is
	part   string   // of scripts/long.sh, which sets GASNETGO_PART for it: has all of the test
	share  int      // one name in so many runs in make test, chosen by a hash of the name; 0: none but always; 1: all but never
	always []string // names, or patterns of path.Match, that run whatever share says
	never  []string // that do not, unless they are in always
	reason string
}

// pure are the programs of GASNet whose messages, transfers and barriers are the conduit's own.
var pure = []string{"gasnet/core", "gasnet/am_args", "gasnet/moves", "gasnet/barrier_rules"}

// samples is all that make test leaves out of this folder's tests. Names decide, not positions: a new program changes for no other whether it runs. Outside of this folder GASNETGO_WIDE
// adds tests to packaging (a tarball, all ways to install, other folders of libraries, packages that replace another, symbols for debuggers, other linkers, standards of C++), sizes and a Python of its own to python and libraries to sim/host/counter and sim/host/x86, GASNETGO_HOSTS sizes and providers to the packages that use libfabric.
var samples = []sample{
	{test: "TestC sizes", part: "wide", reason: "of the usual sizes 2, 4 or 7 by the hash of the program's name: each is one more job that says the same, and one rank alone sends nothing"},
	{test: "TestC variants", part: "wide", share: 3, reason: "how a program is compiled matters for its start and its first calls"},
	{test: "TestFortran", part: "wide", reason: "of the usual sizes 1, 4 or 7 by the hash of the program's name, and 2 with INTEGERs of 8 bytes: the routines are C's under other names"},
	{test: "TestPlaneGo", part: "wide", share: 4, never: []string{"shmem/storm16"}, reason: "calls through Go take the paths that simulated ranks take as well, with all programs: TestSim"},
	{test: "TestPlaneGo sizes", part: "wide", share: 1, always: []string{"gasnet/coll_ahead/np1"}, never: []string{"*/*/np1", "*/*/np2", "*/*/np4", "*/*/np7", "*/*/np16", "gasnet/coll_ahead/np3"},
		reason: "one rank alone sends nothing, and an odd number finds most; 16 take 5 s each, and coll_ahead 20 s on three"},
	{test: "TestOverPortals", part: "wide", share: 4, reason: "the transport is SHMEM's on an XT3 as well, with all programs: TestSim"},
	{test: "TestOverPortals sizes", part: "wide", share: 1, never: []string{"*/*/np2",
		"shmem/amo_contention/np4", "shmem/block_strided/np4", "shmem/order/np4", "shmem/rma_large/np4", "shmem/rma_sized/np4", "shmem/strided/np4"},
		always: []string{"shmem/amo_contention/np2", "shmem/block_strided/np2", "shmem/order/np2", "shmem/rma_large/np2", "shmem/rma_sized/np2", "shmem/strided/np2"},
		reason: "4 ranks have more pairs than 2; those that take seconds have 2"},
	{test: "TestGASNetOverSCI", part: "wide", always: append(pure, "gasnet/vis_shapes"), reason: "puts, gets and collectives are messages of the core, as over LAPI"},
	{test: "TestGASNetOverSCI sizes", part: "wide", always: []string{"*/*/np4"}, reason: "an even number, more ranks than cores"},
	{test: "TestDemo", part: "wide", reason: "it is make run"},
	{test: "TestFigures", part: "wide", always: []string{"redstorm"}, reason: "the firehose of the XT4, NAS MG, ARMCI and the bandwidths of GA on xt3 and sp take a minute of CPU time: other figures of these machines are there"},
	{test: "TestFiguresJSON pictures", part: "wide", reason: "TestFigures draws as many pictures"},
	{test: "TestReport browser", part: "wide", reason: "a browser takes seconds to start, and few hosts have one"},
	{test: "TestNarrowWindows", part: "wide", share: 1, never: []string{"coll_images/0/np3", "coll_data/0/np3", "coll_data/0/ideal"}, reason: "seconds where three ranks share two cores"},
	{test: "TestFarAhead", part: "wide", reason: "seconds; TestSim has one of the machines"},
	{test: "TestGASNetDebugPrograms", part: "wide", share: 1, never: []string{"coll_images.c/go"}, reason: "8 s; TestASan has it in debug mode as well"},
	{test: "TestGASNetExits", part: "wide", always: []string{"one 3 barrier"}, reason: "each exit has one way to start its job, chosen by its hash, and this one has all three"},
	{test: "TestGASNetExits busy", part: "wide", share: 3, reason: "ranks that compute or send until the job ends take a second of CPU time"},
	{test: "TestGASNetExitCases", part: "wide", share: 4, reason: "18 exits and 14 crashes, each in three worlds"},
	{test: "TestGASNetSimExits", part: "wide", share: 2, reason: "the exits of TestGASNetExits, on two machines"},
	{test: "TestGASNetInterrupted", part: "wide", share: 3, always: []string{"barrier,*,launched"}, reason: "three signals, three waits, two ways to start the job"},
	{test: "TestGASNetSignalStatus", part: "wide", share: 3, always: []string{"1,15", "others,1"}, reason: "a second of CPU time each: ranks spin until the job ends"},
	{test: "TestErrors", part: "wide", share: 2, always: []string{"c/*", "c/*/*", "c/*/*/*"}, reason: "the checks of C and of Go have the same words from one table; every wrong call is made in C"},
	{test: "TestGASNetMisuse", part: "wide", share: 2, always: []string{"*,c"}, reason: "the same"},
	{test: "TestGEXMistakes", part: "wide", always: []string{"no rank,*", "no handler,*", "no segment,*"}, reason: "the others are found in C in both worlds"},
	{test: "TestGASNetTracedPrograms", part: "wide", share: 2, reason: "11 programs, each without a trace, with statistics, with both; TestGASNetTrace reads what is written"},
	{test: "TestValgrind", part: "wide", always: []string{"portals/match"}, reason: "Valgrind takes half a minute for a program"},

	{test: "TestSimCarried", part: "same", share: 32, always: []string{"portals/ompi_btl_idiom"}, reason: "most programs do not repeat calls; TestSimEmptyCalls has all kinds of those that do"},
	{test: "TestSimSame", part: "same", share: 32, never: []string{"shmem/coll_random"}, // seconds, six times
		always: []string{"shmem/amo_contention", "shmem/lock", "portals/ops", "portals/gasnet_idiom", "portals/wait_overrun"},
		reason: "each is six runs; those of always have once differed between runs, or are likely to"},
	{test: "TestSimSame machines", part: "same", share: 1, never: []string{"xt3-6/*/*", "xt4-3/*/*", "ideal-4/shmem/amo_contention"},
		always: []string{"xt4-3/gasnet/coll_flight", "xt4-3/gasnet/tools_client"}, reason: "on an XT4 pages are pinned, and time depends on addresses: two programs that pin"},

	{test: "TestLAPISame", part: "same", share: 6, reason: "each is six runs"},
	{test: "TestSimOutputSame", part: "same", share: 6, always: []string{"*,part", "*,flushed"}, reason: "225 ways to end and to write, twice each: those that have lost output in the past always"},

	{test: "TestSim machines", part: "many", always: []string{"shmem/amo_contention", "shmem/poll_storm", "portals/ops", "gasnet/core"}, reason: "each program is on one of two machines, chosen by its hash"},
	{test: "TestOrderOnMachines", part: "many", share: 2, reason: "seconds each: machines that differ in one number, with programs that send for long"},
	{test: "TestGASNetOnMachines", part: "many", always: pure, reason: "TestSim has all programs"},
	{test: "TestGASNetOnMachines machines", part: "many", always: []string{"xt4-4"}, reason: "the number of ranks is the conduit's array sizes"},
	{test: "TestSISCIOnSCI", part: "many", share: 3, always: []string{"sisci/life/1", "sisci/pingpong/4", "sisci/pio/7"}, never: []string{"sisci/transfers/*"},
		reason: "each is four runs; 7 ranks poll more words of one page than are seen in a turn"},
	{test: "TestGASNetManyToOne", part: "many", always: []string{"xt4-64"}, reason: "a thousand senders take a minute"},
	{test: "TestGASNetOverPortals", part: "many", always: append(pure, "gasnet/vis_shapes"), reason: "TestSim has all programs over Portals"},
	{test: "TestGASNetOverPortals sizes", part: "many", always: []string{"*/*/np4"}, reason: "an even number, more ranks than cores"},
	{test: "TestGASNetOverLAPI", part: "many", always: append(pure, "gasnet/vis_shapes"), reason: "the conduit does what it does on the SP"},
	{test: "TestGASNetOverLAPI sizes", part: "many", always: []string{"*/*/np3"}, reason: "one size"},
	{test: "TestGASNetOnSP", part: "many", always: pure, reason: "other programs use the same messages"},
	{test: "TestGASNetOnSP machines", part: "many", always: []string{"sp-3"}, reason: "lost packets are LAPI's, and TestLAPIOnMachines has them"},
	{test: "TestGASNetOnSCI", part: "many", always: []string{"gasnet/core", "gasnet/am_args", "gasnet/barrier_rules", "gasnet/threads"}, reason: "other programs use the same messages, or take half a minute"},
	{test: "TestSCIShuffled", part: "many", always: []string{"gasnet/core/4,*", "gasnet/am_args/4,nodes*"}, reason: "each is four runs; TestShuffled in sim/sci has the network's order"},
	{test: "TestGASNetOnSCI ranks", part: "many", always: []string{"4"}, reason: "one size"},
	{test: "TestARMCIOnMachines", part: "many", share: 1, never: []string{"armci/transfer"}, reason: "the longest; TestSim has it"},
	{test: "TestARMCIOnMachines machines", part: "many", always: []string{"ideal-1", "ideal-5", "ideal-3,portals", "xt3-5", "xt3-3,off", "xt4-3", "sp-2"}, reason: "each machine and each way once"},
	{test: "TestLAPIOnMachines", part: "many", share: 1, never: []string{"*-64"}, reason: "64 tasks take seconds"},
	{test: "TestLAPIShuffled", part: "many", always: []string{"lapi/am/sp-4", "lapi/put/sp-4", "armci/mutex/sp-4", "gasnet/core/spnodes.ranks=2-4"},
		reason: "each is five runs, three here; TestShuffledSwitch has the network's order"},
	{test: "TestLegalDisorder", part: "many", share: 60, reason: "each program under four seeds; in all, under 24"},
	{test: "TestLegalDisorder machines", part: "many", reason: "each program is on one of two machines, chosen by its hash"},
	{test: "TestBugs", part: "many", share: 3, always: []string{"shmem_flag", "gasnet_order", "armci_fence", "portals_flag", "lapi_origin"}, reason: "three runs of each wrong program; one of each API, and some others"},
	{test: "TestExplore", part: "many", always: []string{"shmem_flag"}, reason: "dozens of runs of each; in all, from the first seed on"},
	{test: "TestFaults", part: "many", share: 24, always: []string{"shmem/*/xt3/die", "lapi/put/sp/drop", "portals/storm/xt3/damage"}, reason: "170 combinations, of which some take a second"},
	{test: "TestSimManyRanks", part: "many", always: []string{"2000"}, reason: "ten thousand ranks take a minute"},
	{test: "TestSimScale", part: "many", reason: "minutes"},

	{test: "TestHosts", part: "hosts", always: []string{"shmem/amo", "shmem/globals", "shmem/put_signal", "shmem/teams", "shmem/lock", "shmem/coll_last", "gasnet/am_args", "gasnet/core", "armci/accumulate", "armci/nodes", "portals/ops", "lapi/am", "sisci/clients"},
		reason: "each of the others takes a second, three times"},
	{test: "TestHosts ways", part: "hosts", always: []string{"*/*/2+2", "shmem/amo/2+2/ofi_rxm"}, reason: "providers and places are the endpoint's, under all programs"},
	{test: "TestHostsFortran", part: "hosts", always: []string{"fortran/collective", "fortran/rma"}, reason: "the routines are C's under other names"},
	{test: "TestHostsFortran ways", part: "hosts", always: []string{"*/*/2+2"}, reason: "providers and places are the endpoint's, under all programs"},
	{test: "TestHostsMany", part: "hosts", reason: "on busy cores the kernel may loop while it reaps 18 ranks (docs/user/hosts.md)"},
	{test: "TestHostsTransports", part: "hosts", always: []string{"portals/shmem/put_signal", "gasnet-portals/gasnet/core", "gasnet-lapi/gasnet/core"}, reason: "one program of each transport"},
	{test: "TestHostsTransports ways", part: "hosts", always: []string{"*/*/2+2", "*/*/2+2/ofi_rxm"}, reason: "places are the endpoint's"},
	{test: "TestHostsWire ways", part: "hosts", always: []string{"*/*/2+2", "shmem/amo/2+2/ofi_rxm"}, reason: "places are the endpoint's"},
	{test: "TestHostsExits", part: "hosts", share: 8, always: []string{"global,1,99,barrier"}, reason: "TestExits has all on one host, and the launchers pass on a status"},
	{test: "TestHostsFaults", part: "hosts", share: 1, never: []string{"packets vanish", "firewall, refused", "firewall, new connections dropped", "vanish, wait"}, reason: "wait for limits of 10 s"},
	{test: "TestHostsLimits", part: "hosts", always: []string{"shmem"}, reason: "seconds; one way to register memory"},
	{test: "TestHostsFlood", part: "hosts", always: []string{"shmem/computes/2+1"}, reason: "seconds; one port under all APIs"},
	{test: "TestHostsClose", part: "hosts", always: []string{"fini/512"}, reason: "seconds"},
	{test: "TestHostsSISCIDeath", part: "hosts", always: []string{"kill/1"}, reason: "TestSISCIDeath has all on one host"},
	{test: "TestHostsSISCIPlain", part: "hosts", always: []string{"store"}, reason: "a load is the same fault"},
	{test: "TestHostsSISCILost", part: "hosts", reason: "TestHostsFaults and TestHostIsGone have it for other APIs"},
	{test: "TestHostsMistakes", part: "hosts", always: []string{"wild", "freed"}, reason: "TestARMCIMistakes has all on one host"},
	{test: "TestHostsDiffer", part: "hosts", always: []string{"no libfabric", "another launcher"}, reason: "seconds"},
	{test: "TestHostsEnds", part: "hosts", always: []string{"error,6"}, reason: "TestHostsExits has all of SHMEM's"},
	{test: "TestHostsDoorsEach", part: "hosts", reason: "minutes; TestHostsDoors makes all attacks at once"},
	{test: "TestHostsWire", part: "hosts", reason: "minutes"},
	{test: "TestHostsLaunchers", part: "hosts", reason: "minutes"},

	{test: "TestASan", part: "asan", share: 12, always: []string{"shmem/coll_random", "portals/ops", "gasnet/core", "gasnet/coll_data", "armci/transfer", "lapi/am"},
		reason: "a second of compiling each; what the sanitizer finds has been in one place, and not in all programs"},
	{test: "TestTSan", part: "asan", share: 3, always: []string{"shmem/threads", "portals/threads", "gasnet/moves"}, reason: "what the sanitizer finds has been in one place, and not in all programs"},
	{test: "TestASan fortran", part: "asan", always: []string{"fortran/collective", "fortran/memory", "fortran/rma"}, reason: "seconds of compiling each"},
	{test: "TestASan library", part: "asan", reason: "another build of the library; programs are instrumented without it"},
	{test: "TestToyAPI", part: "toy", reason: "another build of the library"},
}

// whole reports whether this run has all of the tests of a part of make test-long.
func whole(part string) bool { return os.Getenv("GASNETGO_"+strings.ToUpper(part)) != "" }

// row returns the row of a test, and "what is sampled" of it.
func row(test string) sample {
	i := slices.IndexFunc(samples, func(s sample) bool { return s.test == test })
	if i < 0 {
		panic("no row for " + test)
	}
	return samples[i]
}

// runs reports whether this run has a program or case of a test, by the test's row.
func runs(test, name string) bool { return row(test).runs(name, whole(row(test).part)) }

func (s sample) runs(name string, whole bool) bool {
	in := func(patterns []string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { ok, err := path.Match(p, name); return ok && err == nil })
	}
	switch {
	case whole, in(s.always):
		return true
	case s.share == 0, in(s.never):
		return false
	}
	return turn(name, s.share) == 0
}

// turn is a number below n that only a name decides.
func turn(name string, n int) int { return int(crc32.ChecksumIEEE([]byte(name)) % uint32(n)) }

// wholeOnly skips a test, or what its row names, that make test leaves out.
func wholeOnly(t *testing.T, test, name string) {
	t.Helper()
	if s := row(test); !s.runs(name, whole(s.part)) {
		t.Skipf("%s: make test-long, or GASNETGO_%s=1", s.reason, strings.ToUpper(s.part))
	}
}

// TestSamples: each row is of a test that exists and uses it, has a reason, and is of a part of make test-long that runs the test with the row's variable.
func TestSamples(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	sources := ""
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		if f != "sampled_test.go" {
			sources += string(text)
		}
	}
	long, err := os.ReadFile("../scripts/long.sh")
	require.NoError(t, err)
	for _, s := range samples {
		test, what, _ := strings.Cut(s.test, " ")
		assert.Contains(t, sources, "func "+test+"(", "no such test")
		used := fmt.Sprintf("%q", s.test)
		if what != "" {
			used = what + `"` // the test's name may be a variable
		}
		assert.Contains(t, sources, used, "no test uses the row of %s", s.test)
		assert.NotEmpty(t, s.reason, s.test)
		body := regexp.MustCompile(`(?ms)^` + s.part + `\(\) \{$.*?^\}$`).FindString(string(long))
		assert.Contains(t, body, "GASNETGO_"+strings.ToUpper(s.part)+"=1", "%s: scripts/long.sh has no part %s", s.test, s.part)
		assert.True(t, slices.ContainsFunc(regexp.MustCompile(`-run '?([^' ]+)`).FindAllStringSubmatch(body, -1), func(m []string) bool {
			return regexp.MustCompile(m[1]).MatchString(test)
		}), "%s: part %s of scripts/long.sh does not run it", s.test, s.part)
		for _, p := range slices.Concat(s.always, s.never) {
			_, err := path.Match(p, "")
			assert.NoError(t, err, "%s: %s", s.test, p)
		}
	}
	s := sample{share: 2, always: []string{"a/b"}, never: []string{"a/*"}}
	assert.True(t, s.runs("a/b", false))
	assert.False(t, s.runs("a/c", false))
	assert.True(t, s.runs("a/c", true))
	half := 0
	for i := range 1000 {
		if s.runs(fmt.Sprint("shmem/program", i), false) {
			half++
		}
	}
	assert.InDelta(t, 500, half, 100)
	assert.False(t, sample{}.runs("a", false))
	assert.True(t, sample{share: 1}.runs("a", false))
}
