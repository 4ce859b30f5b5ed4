package ctests

import (
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// program is one source file and how it is built and run.
type program struct {
	source   string
	variants []variant
	sizes    []int
	env      []string
	args     []string
	timeout  time.Duration
	long     bool // left out of go test -short
}

// name is the test's name: the file without its ending, examples/hello for ../examples/hello.c.
func (p program) name() string {
	return strings.TrimPrefix(strings.TrimSuffix(p.source, filepath.Ext(p.source)), "../")
}

var (
	usual    = []int{1, 2, 4, 7}
	few      = []int{1, 2, 4}
	most     = []int{1, 2, 3, 4, 7, 16}
	nonPIE   = variant{"no-pie", []string{"-no-pie", "-fno-pie"}}
	pie      = variant{"pie", []string{"-pie", "-fPIE"}}
	slow     = variant{"O0", []string{"-O0"}}
	outline  = variant{"out-of-line", []string{"-DGASNETGO_OUT_OF_LINE"}}
	direct   = variant{"direct", []string{"-DGASNETGO_DIRECT"}}
	lazy     = variant{"lazy", []string{"-Wl,-z,lazy", "-Wl,-z,norelro"}}
	bindNow  = variant{"now", []string{"-Wl,-z,now", "-Wl,-z,relro", "-pie", "-fPIE"}}
	sections = variant{"sections", []string{"-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", "-no-pie", "-fno-pie"}}
	c99      = variant{"c99", []string{"-std=c99"}}
	c11      = variant{"c11", []string{"-std=c11"}}
	c17      = variant{"c17", []string{"-std=c17"}}
	c23      = variant{"c2x", []string{"-std=c2x"}}
	cxx11    = variant{"c++11", []string{"-std=c++11"}}
	cxx17    = variant{"c++17", []string{"-std=c++17"}}
	cxx20    = variant{"c++20", []string{"-std=c++20"}}
	seq      = variant{"seq", []string{"-DGASNET_SEQ", "-U_REENTRANT"}}
)

// special are the rows for files with other flags, sizes or variables than usual.
func special() map[string]program {
	globals := []variant{pie, nonPIE, slow, lazy, bindNow, sections}
	return map[string]program{
		"shmem/globals":           {variants: globals},
		"shmem/globals_copyreloc": {variants: []variant{pie, nonPIE, lazy, bindNow}},
		"shmem/globals_after":     {variants: []variant{pie, nonPIE}},
		"shmem/globals_large":     {variants: []variant{pie, nonPIE}},
		"shmem/globals_cxx":       {variants: []variant{{"pie", []string{"-pie", "-fPIE"}}, nonPIE}},
		"shmem/fork":              {variants: []variant{pie, nonPIE}},
		"shmem/spin_on_get":       {variants: []variant{plain, direct, {"direct-O3", []string{"-DGASNETGO_DIRECT", "-O3"}}}, sizes: few},
		"shmem/put_types":         {variants: []variant{plain, direct}},
		"shmem/get_types":         {variants: []variant{plain, direct}},
		"shmem/rma_sized":         {variants: []variant{plain, direct}},
		"shmem/rma_zero":          {variants: []variant{plain, direct}},
		"shmem/counting":          {variants: []variant{plain, direct}},
		"shmem/counters":          {variants: []variant{plain, direct}},
		"shmem/ptr":               {variants: []variant{plain, direct}},
		"shmem/amo":               {variants: []variant{plain, slow}},
		"shmem/generics":          {variants: []variant{direct, c11, c17, c23}},
		"shmem/overloads":         {variants: []variant{direct, cxx11, cxx17, cxx20}},
		"shmem/extern_c":          {variants: []variant{cxx11, cxx20}, sizes: few},
		"shmem/interpose":         {variants: []variant{c11, c99, nonPIE}},
		"shmem/static_init":       {variants: []variant{c99, c11}},
		"shmem/c99":               {variants: []variant{c99}},
		"shmem/startup":           {variants: []variant{plain, nonPIE}},
		"shmem/malloc_whole":      {env: []string{"SHMEM_SYMMETRIC_SIZE=256M"}},
		"shmem/teams_max":         {env: []string{"SHMEM_TEAMS_MAX=6", "SHMEM_TEAM_SHARED_ONLY_SELF=1"}},
		"shmem/bigheap":           {env: []string{"SHMEM_SYMMETRIC_SIZE=8G"}, long: true, sizes: []int{2}},
		"shmem/storm16":           {sizes: []int{16}},
		"shmem/early_teams":       {variants: []variant{c99, c11}, sizes: []int{1, 2, 3, 7}},
		"shmem/early_teams_cxx":   {variants: []variant{cxx11, cxx17}, sizes: []int{4}},
		"shmem/coll_late":         {sizes: []int{3}},
		"shmem/reduce_large":      {sizes: []int{2, 3, 5}},
		"shmem/coll_types":        {sizes: []int{1, 2, 3, 4, 7, 16}},
		"shmem/coll_random":       {sizes: []int{1, 2, 3, 4, 7, 16}},
		"shmem/coll_generics":     {variants: []variant{c11, c17, c23}},
		"shmem/coll_overloads":    {variants: []variant{cxx11, cxx17, cxx20}},
		"shmem/teams":             {sizes: most},
		"shmem/team_2d":           {sizes: most},
		"shmem/contexts":          {sizes: most},
		"shmem/put_signal":        {sizes: most},
		"portals/armci_idiom":     {args: []string{"thread"}},
		"portals/bypass":          {sizes: []int{2, 4}},
		"portals/reference":       {env: []string{"GASNETGO_PORTALS_EVENTS=reference"}},
		"portals/storm":           {sizes: []int{1, 2, 4, 8}},
		"portals/late_init":       {sizes: []int{2, 4}},
		"portals/ptl_netpipe":     {sizes: []int{2}, args: []string{"-u", "20000", "-t", "100", "-r", "1"}},
		"portals/traps":           {variants: []variant{c99, c11, c17}, sizes: []int{1}},
		"portals/order":           {sizes: usual},
		"portals/visible":         {sizes: usual},
		"portals/md":              {sizes: usual},
		"portals/init":            {sizes: usual},
		"armci/large":             {env: []string{"GASNETGO_ARMCI_MEMORY=6G"}, sizes: few},
		"gasnet/direct":           {variants: []variant{plain, slow}, sizes: usual},
		"gasnet/coll_team_memory": {sizes: few},
		"gasnet/moves":            {variants: []variant{plain, outline}, sizes: usual},
		"gasnet/tools_atomics":    {variants: []variant{plain, seq, slow}, sizes: []int{1, 2}},
		"gasnet/tools_locks":      {variants: []variant{plain, seq}, sizes: []int{1, 2}},
		"gasnet/tools_time":       {sizes: []int{1, 2}},
		"gasnet/tools_debug":      {variants: []variant{pie, nonPIE, c11, c23}, sizes: []int{1, 2}},
		"gasnet/tools_system":     {variants: []variant{c99, c11, c23}, sizes: []int{1, 2}},
		"gasnet/tools_env":        {sizes: []int{1, 2}},
		"gasnet/handler_h":        {variants: []variant{plain, c99, c11, c17}, sizes: few},
		"gasnet/tools_client":     {variants: []variant{pie, nonPIE}, sizes: usual},
		"gasnet/tools_cxx":        {variants: []variant{cxx11, cxx17, cxx20}, sizes: []int{1}},
		"gasnet/toolhelp":         {variants: []variant{plain, c99, c17}, sizes: few},
		"gasnet/toolhelp_cxx":     {variants: []variant{cxx11, cxx20}, sizes: []int{2}},
		"gex/tools":               {variants: []variant{plain, c99, c17, {"par", []string{"-DGASNETT_THREAD_SAFE"}}}, sizes: few},
		"gex/tools_cxx":           {variants: []variant{cxx11, cxx20}, sizes: []int{1}},
		"gex/diagnostics":         {sizes: usual},
		"examples/heat2d":         {args: []string{"500", "300", "100"}},
		"examples/isort":          {args: []string{"100000"}},
		"examples/hashtable":      {args: []string{"100000"}, variants: []variant{seq}},
		"examples/allreduce":      {args: []string{"50000"}},
		"examples/stencil_omp":    {args: []string{"48", "5"}, variants: []variant{{"openmp", []string{"-fopenmp"}}}, sizes: []int{1, 2, 4}},
	}
}

// programs lists all of them: every C and C++ file below shmem, portals, gasnet, gex (GASNet-EX) and the examples.
func programs(t testing.TB) (all []program) {
	rows := special()
	for _, pattern := range []string{"shmem/*.c", "shmem/*.cc", "portals/*.c", "gasnet/*.c", "gasnet/*.cc", "gex/*.c", "gex/*.cc", "armci/*.c", "lapi/*.c", "sisci/*.c", "../examples/*.c"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, source := range files {
			name := program{source: source}.name()
			p := rows[name]
			delete(rows, name)
			p.source = source
			if p.variants == nil {
				p.variants = []variant{plain}
			}
			switch {
			case p.sizes != nil:
			case strings.HasPrefix(source, "portals/"): // they form rings, for which few ranks are enough
				p.sizes = few
			default:
				p.sizes = usual
			}
			all = append(all, p)
		}
	}
	require.Empty(t, rows, "rows without a file")
	sort.Slice(all, func(i, k int) bool { return all[i].source < all[k].source })
	return all
}
