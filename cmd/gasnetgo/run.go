package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gasnetgo/cmd/usage"
	"gasnetgo/internal/knob"
	"gasnetgo/job/launcher"
)

const runHelp = `Start N ranks of a program on this host, or on several (--hosts), and wait for them.

Rank 0 reads the standard input of gasnetgo, the others /dev/null; all write to its standard output and error. Besides 0, 1 and 2 a rank
inherits one descriptor, the job's memory file. Signals sent to gasnetgo go to all ranks. Ranks that still run 10 s after SIGTERM are killed:
GASNETGO_TERM_TIMEOUT=60s gives them more time, 0 any time. The third SIGINT or SIGTERM kills them at once.

The status is the worst of the ranks', 128 + number for a signal, or exactly what a rank passed to shmem_global_exit. The first rank
that dies ends the job: one line names the rank and the reason; the others get a signal and have half a second to exit. 124: --timeout;
127: program not found; 126: not executable; 2: wrong usage.

Flags of other launchers that mean the same work, too: -np, --ntasks, -H, --host, --machinefile, -genv K V, --bind-to core, --chdir, --label; others are refused with what
to write instead.`

// newRunCommand is gasnetgo run, and under its own name oshrun.
func newRunCommand() *cobra.Command {
	var c launcher.Config
	var timeout string
	var sim simFlags
	var several hostFlags
	cmd := &cobra.Command{
		Use:     "run -n N [flags] [--] program [arguments]",
		Short:   "Run a program on N ranks",
		Long:    runHelp,
		Example: "  gasnetgo run -n 4 ./stencil 1000\n  oshrun -np 2 --tag-output ./hello",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("no program given; try: gasnetgo run -n 4 ./program")
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false) // what follows the program is the program's
	flags.IntVarP(&c.Ranks, "n", "n", 1, "number of ranks (also -np)")
	flags.BoolVarP(&c.Quiet, "quiet", "q", false, "do not print why a job ended early")
	flags.BoolVar(&c.Tag, "tag-output", false, "begin every line of output with [rank]")
	flags.StringVar(&c.Bind, "bind", "", "cores: none, core (one rank each, in turn), or a list such as 0,2,4-7")
	flags.StringVar(&timeout, "timeout", "", "end the job after this time, with status 124: seconds, or as in 90s, 2m")
	flags.StringVar(&c.Dir, "wdir", "", "working directory of the ranks")
	flags.StringArrayVarP(&c.Env, "env", "x", nil, "K=V: set a variable for the ranks (K alone changes nothing: all variables are passed on)")
	several.define(flags)
	sim.define(flags)
	completeRun(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c.Program, c.Args = args[0], args[1:]
		several.named = c.Env
		if err := settle(&c, timeout, knob.Read(os.LookupEnv)); err != nil {
			return err
		}
		if several.wanted() && sim.machine != localMachine {
			return fmt.Errorf("--hosts is about processes on hosts, and --machine %s about a simulated job in one process: give one of them", sim.machine)
		}
		if err := sim.refuse(cmd.Flags()); err != nil {
			return err
		}
		if sim.machine != localMachine && cmd.Flags().Changed("bind") {
			return fmt.Errorf("--bind is about processes on cores: all ranks of a simulated job are in one process, which runs them on one thread (taskset binds that)")
		}
		if sim.gdb != "" && !cmd.Flags().Changed("silence") {
			sim.silence = "0" // a rank that the debugger has stopped makes no calls
		}
		if sim.machine != localMachine {
			status, err := runSimulated(c, sim)
			if err == nil && status != 0 {
				err = usage.Status(status)
			}
			return err
		}
		var err error
		if c.Term, err = knob.Read(os.LookupEnv).Duration(knob.TermTimeout); err != nil {
			return err
		}
		if at, err := installed(); err == nil {
			c.Env = append(pythonPath(at, os.Getenv("PYTHONPATH")), c.Env...)
		}
		if several.wanted() {
			if sim.gdb != "" {
				return fmt.Errorf("--gdb works on one host: it does not go together with --hosts")
			}
			status, err := several.run(c, cmd.Flags().Changed("n"))
			if err == nil && status != 0 {
				err = usage.Status(status)
			}
			return err
		}
		if sim.gdb != "" {
			if err := debugLive(&c, sim.gdb); err != nil {
				return err
			}
		}
		status, err := launcher.Run(c)
		if err == nil && status != 0 {
			err = usage.Status(status)
		}
		return err
	}
	return cmd
}

// settle sets the options that the flags left open from the environment.
func settle(c *launcher.Config, timeout string, knobs *knob.Set) (err error) {
	if c.Bind == "" { // for simulated jobs, too, which ignore a general setting
		if c.Bind, err = knobs.Text(knob.Bind); err != nil {
			return err
		}
	}
	if timeout == "" {
		c.Timeout, err = knobs.Duration(knob.Timeout)
	} else if c.Timeout, err = knob.ParseDuration(timeout); err != nil {
		err = fmt.Errorf("--timeout %s: %w", timeout, err)
	}
	var env []string
	for _, e := range c.Env {
		if strings.HasPrefix(e, "=") || e == "" {
			return fmt.Errorf("--env %q: not K=V", e)
		}
		if strings.Contains(e, "=") {
			env = append(env, e)
		}
	}
	c.Env = env
	return err
}

// takesNext reports whether the value of a flag, or of the last of several in one word, is the next word.
func takesNext(flags *pflag.FlagSet, word string) bool {
	if name, long := strings.CutPrefix(word, "--"); long {
		f := flags.Lookup(name)
		return f != nil && f.NoOptDefVal == ""
	}
	for i, c := range word[1:] {
		f := flags.ShorthandLookup(string(c))
		if f == nil || f.NoOptDefVal == "" {
			return f != nil && i == len(word)-2 // what follows in this word is the value otherwise
		}
	}
	return false
}

// pythonPath lets a Python program import the package gasnetgo of this installation: its folder comes last in PYTHONPATH, after the user's
// entries. Nothing if the installation has no such package.
func pythonPath(at layout, now string) []string {
	for _, dir := range []string{filepath.Join(at.libdir(), "gasnetgo", "python"), filepath.Join(at.prefix, "python")} {
		if _, err := os.Stat(filepath.Join(dir, "gasnetgo")); err != nil {
			continue
		}
		if now != "" {
			dir = now + string(filepath.ListSeparator) + dir
		}
		return []string{"PYTHONPATH=" + dir}
	}
	return nil
}
