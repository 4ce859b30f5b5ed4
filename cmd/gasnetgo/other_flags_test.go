package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOtherFlags: options of other launchers that mean the same become those of gasnetgo run, in front of the program only.
func TestOtherFlags(t *testing.T) {
	for args, want := range map[string]string{
		"-np 4 prog -np 5":                      "--n=4 prog -np 5",
		"--np 4 -- prog -np":                    "--n=4 -- prog -np",
		"-q -np=4 prog":                         "-q --n=4 prog",
		"-np4 prog":                             "-n 4 prog",
		"-n4 prog":                              "-n4 prog",
		"--n 4 prog":                            "--n 4 prog",
		"--wdir -np -np 2 prog":                 "--wdir -np --n=2 prog",
		"-x A=b --bind core -np 2":              "-x A=b --bind core --n=2",
		"-x A -xB=c prog":                       "-x A -xB=c prog",
		"prog -np":                              "prog -np",
		"-qn 1 -np 2 prog":                      "-qn 1 --n=2 prog",
		"-xq -np 2 prog":                        "-xq --n=2 prog",
		"-qq -np 2 prog":                        "-qq --n=2 prog",
		"--ntasks=4 prog --mca a b":             "--n=4 prog --mca a b",
		"-H a:2,b:2 prog":                       "--hosts=a:2,b:2 prog",
		"--host a,b -np 2 prog":                 "--hosts=a,b --n=2 prog",
		"-hosts a,b prog":                       "--hosts a,b prog",
		"-hostfile f prog":                      "--hostfile f prog",
		"-machinefile f prog":                   "--hostfile=f prog",
		"-f f prog":                             "--hostfile=f prog",
		"-wdir /tmp -wd /x --chdir=/y prog":     "--wdir /tmp --wdir=/x --wdir=/y prog",
		"--oversubscribe --allow-run-as-root a": "a",
		"-genv A b -env C d -genvall prog":      "--env=A=b --env=C=d prog",
		"-env A=b --env C=d -e E=f prog":        "--env A=b --env C=d --env=E=f prog",
		"-genvlist A,B prog":                    "prog",
		"--bind-to core -bind-to none prog":     "--bind=core --bind=none prog",
		"--bind-to-core --map-by slot prog":     "--bind=core prog",
		"-l -tag-output --label prog":           "--tag-output --tag-output --tag-output prog",
		"-machine ideal -n 2 prog":              "--machine ideal -n 2 prog",
		"-timeout 5 -quiet prog":                "--timeout 5 --quiet prog",
		"-n 2 -- prog : -n 3 other":             "-n 2 -- prog : -n 3 other",
		"-n 2 prog a:b :c":                      "-n 2 prog a:b :c",
		"-help":                                 "--help",
		"-h":                                    "-h",
		"-":                                     "-",
	} {
		got, err := translated(strings.Fields(args))
		require.NoError(t, err, args)
		assert.Equal(t, want, strings.Join(got, " "), args)
	}
	newRunCommand().Flags().VisitAll(func(f *pflag.Flag) {
		want := "--" + f.Name + " -np --n=3 prog"
		if f.NoOptDefVal != "" { // no value, so that the second -np is the value of the first
			want = "--" + f.Name + " --n=-np 3 prog"
		}
		got, err := translated([]string{"--" + f.Name, "-np", "-np", "3", "prog"})
		require.NoError(t, err)
		assert.Equal(t, want, strings.Join(got, " "))
	})
}

// TestRefusedFlags: other options are named as they were typed, with what to write instead.
func TestRefusedFlags(t *testing.T) {
	const perHost = "the ranks of each host are part of the list of hosts, as in --hosts a:4,b:4"
	for args, want := range map[string]string{
		"-ppn 4 prog":               "-ppn 4: " + perHost,
		"--ppn=4 prog":              "--ppn=4: " + perHost,
		"-npernode 2 prog":          "-npernode 2: " + perHost,
		"-N 2 prog":                 "-N 2: nodes for srun, ranks on each node for Open MPI and aprun; -n N is the number of ranks here, and " + perHost,
		"--mca btl tcp prog":        "--mca btl tcp: parameters of Open MPI mean nothing here; gasnetgo info env lists what can be set",
		"--bind-to socket prog":     "--bind-to socket: ranks are bound to cores only: --bind none, core, or a list such as 0,2,4-7",
		"--map-by ppr:2:node prog":  "--map-by ppr:2:node: ranks fill one host after the other, in the order of --hosts; --bind says on which cores",
		"-c 2 prog":                 "-c 2: the cores of a rank cannot be counted out here; --bind core gives each rank one, --bind 0,2,4-7 lists them",
		"-t 10:00 prog":             "-t 10:00: an option for a batch system; give it to sbatch or salloc, or start the program with srun itself",
		"--mpi=pmi2 prog":           "--mpi=pmi2: an option for a batch system; give it to sbatch or salloc, or start the program with srun itself",
		"-e errors prog":            "-e errors: not K=V; -x K=V sets a variable, and errors go where the launcher's own go",
		"-genvnone prog":            "-genvnone: all variables are passed on; env -i starts without",
		"-configfile f":             "-configfile f: a job runs one program on all its ranks",
		"-launcher ssh prog":        "-launcher ssh: --rsh CMD is how ranks on other hosts are started; nothing else needs to be chosen",
		"-ppn":                      "-ppn: a value is missing",
		"-genv A":                   "-genv: a value is missing",
		"-frobnicate 3 prog":        "unknown flag -frobnicate; gasnetgo run --help lists the flags",
		"-nolocals prog":            "unknown flag -nolocals; gasnetgo run --help lists the flags",
		"-qz prog":                  "unknown flag -qz; gasnetgo run --help lists the flags",
		"-n 2 ./a : -n 3 ./b":       `":" begins a second program for other launchers, and a job runs one program on all its ranks; if it is an argument, write -- in front of the program`,
		"-np 2 ./a x y : -np 1 ./b": `":" begins a second program for other launchers, and a job runs one program on all its ranks; if it is an argument, write -- in front of the program`,
	} {
		_, err := translated(strings.Fields(args))
		assert.EqualError(t, err, want, args)
	}
}

// TestOtherFlagsAreOnce: no option has two meanings, and none hides one of gasnetgo run.
func TestOtherFlagsAreOnce(t *testing.T) {
	seen, own := map[string]bool{}, newRunCommand().Flags()
	for _, o := range otherFlags() {
		for _, name := range strings.Fields(o.names) {
			assert.False(t, seen[name], name)
			seen[name] = true
			if name != "env" { // -env of hydra has two values, --env one
				assert.Nil(t, own.Lookup(name), name)
			}
			if len(name) == 1 {
				assert.Nil(t, own.ShorthandLookup(name), name)
			}
		}
	}
}

// TestOtherFlagsRun runs them under both names of the launcher.
func TestOtherFlagsRun(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "gasnetgo")
	text, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput()
	require.NoError(t, err, string(text))
	oshrun := filepath.Join(filepath.Dir(tool), "oshrun")
	require.NoError(t, exec.Command("ln", "-s", tool, oshrun).Run())
	for _, words := range [][]string{{tool, "run"}, {oshrun}} {
		run := func(line string, more ...string) (string, int) {
			cmd := exec.Command(words[0], append(append(append([]string(nil), words[1:]...), strings.Fields(line)...), more...)...)
			out, _ := cmd.CombinedOutput()
			return string(out), cmd.ProcessState.ExitCode()
		}
		out, status := run("--oversubscribe --allow-run-as-root -genv GT_A b -np 3 sh -c", "echo $GT_A")
		assert.Equal(t, "b\nb\nb\n", out)
		assert.Zero(t, status)
		out, status = run("-n 1 true : -n 1 false")
		assert.Contains(t, out, `: ":" begins a second program`)
		assert.Equal(t, 2, status)
		out, status = run("-n 1 -- echo : a")
		assert.Equal(t, ": a\n", out)
		assert.Zero(t, status)
		out, status = run("-ppn 2 -n 2 true")
		assert.Contains(t, out, ": -ppn 2: the ranks of each host")
		assert.Equal(t, 2, status)
	}
}
