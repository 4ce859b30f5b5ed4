package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGasnetrun(t *testing.T) {
	for _, c := range []struct {
		tool string // gasnetrun_smp if empty
		args []string
		want []string
		fail string
	}{
		{args: []string{"-n", "4", "./p", "-n", "9"}, want: []string{"run", "-n", "4", "--", "./p", "-n", "9"}},
		{args: []string{"-np", "4", "p"}, want: []string{"run", "-n", "4", "--", "p"}},
		{args: []string{"-n4", "p"}, want: []string{"run", "-n", "4", "--", "p"}},
		{args: []string{"-n=4", "p"}, want: []string{"run", "-n", "4", "--", "p"}},
		{args: []string{"-n", "4", "-N", "2", "-c", "1", "-E", "A,B", "-k", "-spawner=ssh", "-noencode-env", "--", "-p"}, want: []string{"run", "-n", "4", "--", "-p"}},
		{args: []string{"--spawner", "pmi", "--encode", "-n", "1", "p"}, want: []string{"run", "-n", "1", "--", "p"}},
		{args: []string{"--machine", "xt3", "--set=nic.interrupt=1us", "-n", "64", "--tag-output", "p"},
			want: []string{"run", "-n", "64", "--machine=xt3", "--set=nic.interrupt=1us", "--tag-output", "--", "p"}},
		{tool: "amudprun", args: []string{"-N", "4", "-spawn", "l", "-depth", "8", "-v", "p", "-N"}, want: []string{"run", "-n", "4", "--", "p", "-N"}},
		{tool: "amudprun", args: []string{"-spawn", "X", "-np", "1", "p"}, fail: "-spawn X: not one of L, S, C"},
		{args: []string{"-spawn", "L", "-np", "1", "p"}, fail: "-spawn: an option of amudprun"},
		{args: []string{"p"}, fail: "the number of ranks is missing: -n N"},
		{args: []string{"-n", "2"}, fail: "no program given"},
		{args: []string{"-n"}, fail: "-n: wants a value"},
		{args: []string{"-n", "0", "p"}, fail: "-n 0: not a number from 1 on"},
		{args: []string{"-n", "two", "p"}, fail: "-n two: not a number from 1 on"},
		{args: []string{"-spawner=rsh", "-n", "1", "p"}, fail: "-spawner=rsh: not one of ssh, mpi, pmi"},
		{args: []string{"-x", "-n", "1", "p"}, fail: "-x: no such option; -help lists them"},
	} {
		if c.tool == "" {
			c.tool = "gasnetrun_smp"
		}
		g, err := parseGasnetrun(c.tool, c.args)
		if c.fail != "" {
			require.EqualError(t, err, c.fail, "%q", c.args)
			continue
		}
		require.NoError(t, err, "%q", c.args)
		require.Equal(t, c.want, g.words(), "%q", c.args)
	}
	for tool, want := range map[string]bool{"gasnetrun": true, "gasnetrun_smp": true, "amudprun": true, "gasnetgo": false, "oshrun": false} {
		require.Equal(t, want, isGasnetrun(tool), tool)
	}
	g, err := parseGasnetrun("gasnetrun_smp", []string{"-t", "-n", "2", "p"})
	require.NoError(t, err)
	require.True(t, g.dry && g.verbose)
}
