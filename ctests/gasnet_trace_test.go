package ctests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// traced builds programs that write traces of themselves.
func traced() variant {
	return variant{name: "traced", flags: []string{"-DGASNET_TRACE", "-Wl,--whole-archive", filepath.Join(at.build, "lib", "libgasnetgo_client.a"), "-Wl,--no-whole-archive"}}
}

// traceOf runs the program on two ranks and returns their traces.
func traceOf(t *testing.T, world string, env ...string) (trace, stats [2]string) {
	t.Helper()
	path := at.program.get(t, "gasnet/traced/traced.c", traced())
	dir := t.TempDir()
	j := job{np: 2, env: append(env, "GASNET_TRACEFILE="+filepath.Join(dir, "trace.%"), "GASNET_STATSFILE="+filepath.Join(dir, "stats.%"))}
	switch world {
	case "go":
		j.env = append(j.env, "GASNETGO_PLANE=go")
	case "sim":
		j.command = simulated("ideal", 2)
	}
	o := j.run(t, path)
	require.Zero(t, o.status, "%s", o)
	for i, name := range []string{"0", "1"} {
		text, err := os.ReadFile(filepath.Join(dir, "trace."+name))
		require.NoError(t, err)
		trace[i] = string(text)
		text, err = os.ReadFile(filepath.Join(dir, "stats."+name))
		require.NoError(t, err)
		stats[i] = string(text)
	}
	return trace, stats
}

// inOrder checks that each pattern matches a line behind the one before.
func inOrder(t *testing.T, text string, patterns ...string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	for _, p := range patterns {
		re := regexp.MustCompile(p)
		for len(lines) > 0 && !re.MatchString(lines[0]) {
			lines = lines[1:]
		}
		if len(lines) == 0 {
			t.Fatalf("no line like %s, or in another place, in\n%s", p, text)
		}
		lines = lines[1:]
	}
}

const at16 = `0x[0-9a-f]+`

// TestGASNetTrace checks the trace of a program's calls, messages and handlers, through the data plane, through Go and on a simulated machine.
func TestGASNetTrace(t *testing.T) {
	for _, world := range []string{"live", "go", "sim"} {
		t.Run(world, func(t *testing.T) {
			trace, stats := traceOf(t, world)
			inOrder(t, trace[0],
				`^0\([0-9a-f]+\) \d+\.\d{6}s> \(I\) gasnet_init: node 0 of 2, `,
				`\(I\) gasnet_attach: segment of 4096 bytes at `+at16, `\(I\) gasnet_attach: handler 200 is `+at16, `handler 203 is`,
				`\[elsewhere\.c:7\] \(H\) the program says 3$`, `\(U\) in any case$`,
				`\[.*traced\.c:\d+\] \(P\) PUT: sz = 8, node = 1$`, `\(D\) PUT: \(1,`+at16+`\) <- `+at16+` \(8 bytes\): 01 02 03 04 05 06 07 ff$`,
				`\(G\) GET_BULK: sz = 8, node = 1$`, `\(D\) GET_BULK: `+at16+` <- \(1,`+at16+`\) \(8 bytes\)$`,
				`\(P\) PUT_VAL: sz = 2, node = 1$`, `\(G\) GET_VAL: sz = 2, node = 1$`, `\(P\) MEMSET_NBI: sz = 100, node = 1$`, `\(S\) WAIT_SYNCNBI_PUTS: waittime = \d+\.\d{3}us$`,
				`\(P\) PUT: sz = 4, node = 0$`, `\(P\) PUT_NB: sz = 8, node = 1$`, `\(S\) TEST_SYNCNB: success = 1$`, `\(I\) END_NBI_ACCESSREGION$`, `\(S\) WAIT_SYNCNB: waittime = `,
				`\(P\) PUTV_BULK: sz = 7, node = 1$`, `\(D\) PUTV_BULK: .+`, `\(G\) GETI_BULK: sz = 8, node = 1$`, `\(D\) GETI_BULK: .+`, `\(P\) PUTS_NBI_BULK: sz = 6, node = 1$`, `\(D\) PUTS_NBI_BULK: .+`,
				`\(L\) HSL_LOCK: waittime = `, `\(L\) HSL_UNLOCK$`, `\(L\) HSL_TRYLOCK: success = 1$`, `\(L\) HSL_UNLOCK$`, `\(X\) AMPOLL$`,
				`\[.*traced\.c:\d+\] \(A\) AMREQUEST_MEDIUM: dest=1 handler=200 source_addr=`+at16+` nbytes=8 args: 0x00000028 0x00000002$`, `\(D\) AMREQUEST_MEDIUM: payload data: 01 02`,
				`\(A\) AMREQUEST_LONG: dest=1 handler=201 source_addr=`+at16+` nbytes=8 dest_addr=`+at16+` args:$`,
				`\(B\) BARRIER_NOTIFY: id = 5, flags = 0$`, `\(B\) BARRIER_WAIT: waittime = `,
				`\(W\) COLL_BROADCAST: team = 0x1, root = 1, sz = 4, flags = 0xa4$`, `\[elsewhere\.c:7\] \(W\) COLL_GATHER_ALL_NB: team = 0x1, sz = 4, flags = 0x92$`, `\(W\) COLL_WAIT_SYNC: waittime = `,
				`\(H\) over$`)
			inOrder(t, trace[0], `\(A\) AMREPLY_MEDIUM_HANDLER: source=1 handler=202 addr=`+at16+` nbytes=8 args: 0x0000002a$`, `AMREPLY_MEDIUM_HANDLER: handler execution complete$`)
			inOrder(t, trace[0], `\(A\) AMREPLY_SHORT_HANDLER: source=1 handler=203 args: 0xffffffff$`)
			inOrder(t, trace[1], `\(A\) AMREQUEST_MEDIUM_HANDLER: source=0 handler=200 addr=`+at16+` nbytes=8 args: 0x00000028 0x00000002$`, `\(D\) AMREQUEST_MEDIUM_HANDLER: payload data:`,
				`\(A\) AMREPLY_MEDIUM: dest=0 handler=202 source_addr=`+at16+` nbytes=8 args: 0x0000002a$`, `AMREQUEST_MEDIUM_HANDLER: handler execution complete$`)
			inOrder(t, trace[1], `\(A\) AMREQUEST_LONG_HANDLER: source=0 handler=201`, `\(A\) AMREPLY_SHORT: dest=0 handler=203 args: 0xffffffff$`)
			assert.NotContains(t, trace[0], "sz = 1,", "the mask was empty then")

			inOrder(t, stats[0], `^its own: 42|^0> its own: 42$`)
			for _, p := range []string{
				`\(P\) PUT +3  avg/min/max/total sz = 4/1/8/13$`, `\(G\) GET_BULK +1  avg/min/max/total sz = 8/8/8/8$`, `\(S\) TEST_SYNCNB +\d+  avg/min/max/total success = \d/\d/1/1$`,
				`\(L\) HSL_LOCK +1  avg/min/max/total waittime \(us\) = `, `\(X\) AMPOLL +1$`, `\(A\) AMREQUEST_MEDIUM +\d+  avg/min/max/total sz = `, `Total gets: 3  avg/min/max/total sz = 6/2/8/18$`, `Total AMs: \d+ `,
				`\(W\) COLL_BROADCAST +1 `, `\(B\) BARRIER_WAIT +\d+ `,
			} {
				inOrder(t, stats[0], p)
			}
		})
	}
}

// TestGASNetTraceMasks: letters select kinds, ^ inverts the selection, and puts of a node to itself may be left out.
func TestGASNetTraceMasks(t *testing.T) {
	kinds := func(text string) string {
		seen := map[string]bool{}
		for _, m := range regexp.MustCompile(`(?m)> (?:\[\S+\] )?\((.)\) `).FindAllStringSubmatch(text, -1) {
			seen[m[1]] = true
		}
		all := ""
		for _, k := range strings.Split("GPSWXBLAICDNHU", "") {
			if seen[k] {
				all += k
			}
		}
		return all
	}
	for _, c := range []struct{ mask, want string }{{"GP", "GPHU"}, {"^AIDNC", "GPSWXBLHU"}, {"ZA", "AHU"}, {"", "GPSWXBLAIDHU"}} {
		t.Run(c.mask, func(t *testing.T) {
			trace, _ := traceOf(t, "sim", "GASNET_TRACEMASK="+c.mask)
			got := kinds(strings.ReplaceAll(trace[0], "(C)", "(I)"))
			assert.Equal(t, c.want, got) // H: the program sets its own mask in the end
			assert.Equal(t, c.mask == "", strings.Contains(trace[0], "traced.c:"), "source lines")
		})
	}
	trace, stats := traceOf(t, "live", "GASNET_TRACELOCAL=0", "GASNET_TRACEFLUSH=1", "GASNET_STATSMASK=P")
	assert.NotContains(t, trace[0], "node = 0")
	assert.NotContains(t, stats[0], "(G)")
	assert.Contains(t, stats[0], "(P) PUT ")
}

// TestGASNetTraceOff: a program with tracing compiled in writes nothing unless the environment enables it.
func TestGASNetTraceOff(t *testing.T) {
	o := job{np: 2}.run(t, at.program.get(t, "gasnet/traced/traced.c", variant{name: "untraced"}))
	assert.Zero(t, o.status, "%s", o)
	text, err := os.ReadFile(at.program.get(t, "gasnet/core.c", traced()))
	require.NoError(t, err)
	assert.Contains(t, string(text), ",nodebug,trace,stats,nodebugmalloc,srclines,timers_native", "GASNET_CONFIG_STRING")
	text, err = os.ReadFile(at.program.get(t, "gasnet/core.c", variant{name: "debug", flags: []string{"-DGASNET_DEBUG"}}))
	require.NoError(t, err)
	assert.Contains(t, string(text), ",debug,notrace,nostats,nodebugmalloc,nosrclines,timers_native", "GASNET_CONFIG_STRING")
}

// TestGASNetTracedPrograms: programs do the same when they are traced.
func TestGASNetTracedPrograms(t *testing.T) {
	for _, source := range []string{"am_args.c", "moves.c", "vis_shapes.c", "coll_data.c", "coll_team.c", "coll_images.c", "barrier_rules.c", "threads.c", "setup.c", "core.c", "cxx.cc"} {
		path := at.program.get(t, "gasnet/"+source, traced())
		for _, env := range []string{"", "GASNET_STATSFILE=/dev/null", "GASNET_TRACEFILE=/dev/null"} {
			if !runs("TestGASNetTracedPrograms", source+","+env) {
				continue
			}
			t.Run(source+","+env, func(t *testing.T) {
				job{np: 2, env: strings.Fields(env)}.run(t, path).verdict(t)
			})
		}
	}
}
