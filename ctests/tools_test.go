package ctests

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestToolsEnds: the ways in which GASNet's tools end a program, in both worlds.
func TestToolsEnds(t *testing.T) {
	path := at.program.get(t, "gasnet/tools_debug.c", plain)
	for _, c := range []struct {
		how    string
		env    []string
		status int
		sim    bool
		out    string
		err    string
	}{
		{how: "fatal", status: 134, sim: true, err: "*** FATAL ERROR: the end at 7\nNOTICE: "},
		{how: "fatal", env: []string{"GASNET_BACKTRACE=1", "GASNET_BACKTRACE_TYPE=EXECINFO"}, status: 134, err: "gasnett_fatalerror"},
		{how: "kill", status: 9, sim: true},
		{how: "close", status: 0, out: "printed before\n"},
		{how: "freeze", status: 0, err: "Process frozen for debugger: host="},
		{how: "yesno", env: []string{"GT_WRONG=perhaps"}, status: 134, sim: true, err: "environment variable GT_WRONG = perhaps: not yes (y, 1) or no (n, 0)"},
		{how: "int", env: []string{"GT_WRONG=12x"}, status: 134, err: "environment variable GT_WRONG = 12x: not a number"},
		{how: "int", env: []string{"GT_WRONG=99999999999999999999"}, status: 134, err: "environment variable GT_WRONG = 99999999999999999999: too large"},
		{how: "size", env: []string{"GT_WRONG=9000000TB"}, status: 134, err: "GT_WRONG = 9000000TB: too large"},
		{how: "size", env: []string{"GT_WRONG=3 XB"}, status: 134, err: "GT_WRONG = 3 XB: a unit is one of B, KB, MB, GB, TB"},
		{how: "dbl", env: []string{"GT_WRONG=1/0"}, status: 134, err: "GT_WRONG = 1/0: not a fraction"},
		{how: "dbl", env: []string{"GT_WRONG=nan"}, status: 134, err: "GT_WRONG = nan: not a number"},
	} {
		for _, world := range []string{"alone", "live", "sim"} {
			if world == "sim" && !c.sim {
				continue
			}
			t.Run(strings.Join(append([]string{c.how, world}, c.env...), "/"), func(t *testing.T) {
				j := job{args: []string{c.how}, env: c.env}
				switch world {
				case "live":
					j.np = 1
				case "sim":
					j.command = simulated("ideal", 1)
				}
				o := j.run(t, path)
				assert.Equal(t, c.status, o.status, "%v", o)
				assert.Contains(t, o.out, c.out, "%v", o)
				assert.Contains(t, o.err, c.err, "%v", o)
			})
		}
	}
}

// TestToolsVerbose: each variable that the program reads is printed once, by rank 0, and marked if it has its default value.
func TestToolsVerbose(t *testing.T) {
	path := at.program.get(t, "gasnet/tools_env.c", plain)
	want := []string{"ENV parameter: GT_TEXT = some text", "ENV parameter: GT_SIZE = 64 KB   (default)", "ENV parameter: GT_INT = 65536",
		"ENV parameter: GT_DOUBLE = 0.25   (default)", "ENV parameter: GT_YES = YES   (default)"}
	for name, j := range map[string]job{"live": {np: 3}, "sim": {command: simulated("ideal", 3)}} {
		t.Run(name, func(t *testing.T) {
			o := j.run(t, path)
			assert.Zero(t, o.status, "%v", o)
			assert.Equal(t, want, strings.Split(strings.TrimSpace(o.err), "\n"), "%v", o)
		})
	}
}
