package ctests

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestWrongCollectives makes wrong calls of GASNet's collectives: the job ends with a line that names the error. Either rank may detect it first.
func TestWrongCollectives(t *testing.T) {
	path := at.program.get(t, "gasnet/errors/coll.c", plain)
	for _, w := range []struct{ how, line, env string }{
		{how: "attach", line: `gasnet_coll_init: called before gasnet_attach`},
		{how: "init", line: `gasnet_coll_broadcast: called before gasnet_coll_init`},
		{how: "images", line: `gasnet_coll_init: images\[1\] = 0: every node has one at least`},
		{how: "table", line: `gasnet_coll_init: fn_tbl = NULL with fn_count = 3`},
		{how: "root", line: `gasnet_coll_gather: image = 9: the team has 0 to 1`},
		{how: "root-nb", line: `gasnet_coll_broadcastM_nb: image = 2: the team has 0 to 1`},
		{how: "function", line: `gasnet_coll_reduce: func = 3: gasnet_coll_init was given 0 functions`},
		{how: "scan-function", line: `gasnet_coll_scanM_nb: func = 2: gasnet_coll_init was given 0 functions`},
		{how: "scan-kind", line: `gasnet_coll_scan: flags = 0x92: not one of GASNET_COLL_INCLUSIVE_SCAN and GASNET_COLL_EXCLUSIVE_SCAN`},
		{how: "scan-kinds", line: `gasnet_coll_scan_nb: flags = 0x30092: not one of GASNET_COLL_INCLUSIVE_SCAN and GASNET_COLL_EXCLUSIVE_SCAN`},
		{how: "scan-offset", line: `gasnet_coll_scan: dst_offset = 1: without block sizes every image has all elements, and there are no offsets`},
		{how: "scan-image", line: `gasnet_coll_scan: src_offset = 2: src_blksz is 0, and the team has images 0 to 1`},
		{how: "scan-end", line: `gasnet_coll_scanM: dst_offset = 18446744073709551615: too large with elem_count = 1`},
		{how: "team", line: `gasnet_coll_gather_all: team = 0x[0-9a-f]+: no team of this node`},
		{how: "size", line: `gasnet_coll: node 0 sends 200 bytes where 100 are expected here: calls of a team differ between nodes`},
		{how: "size-large", line: `gasnet_coll: node 0 sends 200000 bytes where 100000 are expected here: calls of a team differ between nodes`},
		{how: "sync", line: `gasnet_coll_broadcast: flags = 0x82: not one of GASNET_COLL_IN_ and one of GASNET_COLL_OUT_`, env: "GASNETGO_DEBUG=1"},
		{how: "addresses", line: `gasnet_coll_broadcast: flags = 0xd2: not one of GASNET_COLL_SINGLE and GASNET_COLL_LOCAL`, env: "GASNETGO_DEBUG=1"},
		{how: "aggregate", line: `gasnet_coll_broadcast: flags = 0x192: GASNET_COLL_AGGREGATE is for calls that do not block`, env: "GASNETGO_DEBUG=1"},
		{how: "dst-in-segment", line: `gasnet_coll_gather_all: dst = 0x[0-9a-f]+: GASNET_COLL_DST_IN_SEGMENT, but not all of its 16 bytes are in the segment of node \d`, env: "GASNETGO_DEBUG=1"},
		{how: "src-in-segment", line: `gasnet_coll_exchange_nb: src = 0x[0-9a-f]+: GASNET_COLL_SRC_IN_SEGMENT, but not all of its 4 bytes are in the segment of node \d`, env: "GASNETGO_DEBUG=1"},
		{how: "rank", line: `gasnet_coll_team_rank2node: rank = -1: not in 0\.\.1`},
		{how: "node", line: `gasnet_coll_team_node2rank: node = 17: not in this team`},
		{how: "wait", line: `gasnet_coll_barrier_wait: called without gasnet_coll_barrier_notify before it`},
		{how: "notify", line: `gasnet_coll_barrier_notify: called twice without gasnet_coll_barrier_wait or a successful gasnet_coll_barrier_try`},
		{how: "free", line: `gasnete_coll_team_free: team = GASNET_TEAM_ALL: only teams that gasnet_coll_team_split has made can be freed`},
		{how: "free-busy", line: `gasnete_coll_team_free: team = 0x[0-9a-f]+: a call of this team is under way`},
		{how: "freed", line: `gasnet_coll_team_size: team = 0x[0-9a-f]+: no team of this node`},
	} {
		for how, j := range checkedWorlds(2) {
			t.Run(w.how+","+how, func(t *testing.T) {
				j.args, j.timeout = []string{w.how}, 20*time.Second
				if w.env != "" {
					j.env = append(j.env, w.env)
				}
				o := j.run(t, path)
				assert.NotZero(t, o.status, "%s", o)
				said := strings.Split(strings.TrimSuffix(o.err, "\n"), "\n")
				assert.Regexp(t, regexp.MustCompile(`^gasnetgo: rank \d of 2(, at [^:]*)?: `+w.line+`$`), said[0], "%s", o)
			})
		}
	}
}

// TestNarrowWindows runs GASNet's collectives with almost no buffer space for ranks that are ahead, so that small data always, or sometimes, takes the
// path of large data.
func TestNarrowWindows(t *testing.T) {
	for _, name := range []string{"coll_data", "coll_flight", "coll_images", "coll_reduce", "coll_scan", "coll_team"} {
		path := at.program.get(t, "gasnet/"+name+".c", plain)
		for window, env := range map[string]string{"0": "GASNETGO_PLANE=go", "300": "GASNETGO_DEBUG=1", "20000": "GASNETGO_PLANE=c"} {
			t.Run(fmt.Sprintf("%s/%s/np3", name, window), func(t *testing.T) {
				wholeOnly(t, "TestNarrowWindows", name+"/"+window+"/np3")
				o := job{np: 3, env: []string{"GASNETGO_COLL_WINDOW=" + window, env}, timeout: 60 * time.Second}.run(t, path)
				assert.Zero(t, o.status, "%s", o)
			})
			if window == "20000" || notSimulated("gasnet/"+name) != "" {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s/ideal", name, window), func(t *testing.T) {
				env := []string{"GASNETGO_COLL_WINDOW=" + window, "GT_SIMULATED=1"}
				o := job{command: simulated("ideal", 6), env: env, timeout: 60 * time.Second}.run(t, path)
				assert.Zero(t, o.status, "%s", o)
			})
		}
	}
}

// TestFarAhead lets one rank, or all but one, run ahead on machines where messages take time and sending does not poll.
func TestFarAhead(t *testing.T) {
	wholeOnly(t, "TestFarAhead", "")
	path := at.program.get(t, "gasnet/coll_ahead.c", plain)
	for machine, np := range map[string]int{"xt3": 4, "xt4": 5} {
		t.Run(machine, func(t *testing.T) {
			o := job{command: simulated(machine, np), env: []string{"GT_SIMULATED=1"}, timeout: 60 * time.Second}.run(t, path)
			assert.Zero(t, o.status, "%s", o)
		})
	}
}
