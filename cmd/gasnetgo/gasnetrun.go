package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"gasnetgo/internal/fault"
	"gasnetgo/job/launcher"
)

const gasnetrunHelp = `usage: %s -n N [options] [--] program [arguments]

Starts a GASNet program on N ranks of this host, with the options of GASNet's own launchers:
  -n N, -np N, -nN     number of ranks
  -N NODES             nodes to spread them over; ignored: all ranks are on this host
  -c CPUS              processors for each rank; ignored: ranks share all processors
  -E VAR,...           variables to pass on; ignored: all are passed on
  -v                   print the command
  -t                   print the command and start nothing
  -k                   keep temporary files; there are none
  -spawner=ssh|mpi|pmi the launcher of ranks; ignored: this program starts them
  -encode, -noencode, -encode-args, -encode-env, -noencode-args, -noencode-env
                       encoding of arguments for shells; ignored: no shell is involved
amudprun takes -N for -n, -spawn L|S|C and -depth D.
And from gasnetgo run: --machine, --set, --stack, --bind, --timeout, --wdir, --tag-output, --env, each with =VALUE or a value behind it.
`

// gasnetrun is the parsed command line of one of GASNet's launchers.
type gasnetrun struct {
	tool    string
	ranks   string
	verbose bool
	dry     bool
	help    bool
	pass    []string // options of gasnetgo run
	command []string
}

// amudprun is the older launcher of UDP programs, which has options of its own.
const amudprun = "amudprun"

// isGasnetrun reports whether a tool's name is one of GASNet's launchers: gasnetrun, gasnetrun_smp and so on, amudprun.
func isGasnetrun(tool string) bool {
	return tool == "gasnetrun" || strings.HasPrefix(tool, "gasnetrun_") || tool == amudprun
}

// parseGasnetrun parses such a command line. The program's arguments stay unchanged.
func parseGasnetrun(tool string, args []string) (g gasnetrun, err error) {
	g.tool = tool
	for len(args) > 0 && err == nil {
		word := args[0]
		if word == "--" {
			args = args[1:]
			break
		}
		if !strings.HasPrefix(word, "-") || word == "-" {
			break
		}
		args, err = g.option(word, args[1:])
	}
	g.command = args
	switch {
	case err != nil || g.help:
	case g.ranks == "":
		err = fmt.Errorf("the number of ranks is missing: -n N")
	case len(args) == 0:
		err = fmt.Errorf("no program given")
	}
	return g, err
}

// option parses one option, with its value if it has one, and returns the rest.
func (g *gasnetrun) option(word string, rest []string) ([]string, error) {
	name, value, inline := strings.Cut(word, "=")
	name = "-" + strings.TrimLeft(name, "-")
	next := func() error {
		if inline {
			return nil
		}
		if len(rest) == 0 {
			return fmt.Errorf("%s: wants a value", word)
		}
		value, rest = rest[0], rest[1:]
		return nil
	}
	if n, ok := strings.CutPrefix(name, "-n"); ok && n != "" && strings.Trim(n, "0123456789") == "" {
		name, value, inline = "-n", n, true
	}
	if g.tool == amudprun && name == "-N" {
		name = "-n"
	}
	var err error
	switch name {
	case "-n", "-np":
		if err = next(); err == nil {
			g.ranks, err = count(name, value)
		}
	case "-N", "-c":
		if err = next(); err == nil {
			_, err = count(name, value)
		}
	case "-E":
		err = next()
	case "-spawner":
		if err = next(); err == nil && value != "ssh" && value != "mpi" && value != "pmi" {
			err = fmt.Errorf("-spawner=%s: not one of ssh, mpi, pmi", value)
		}
	case "-spawn", "-depth":
		switch {
		case g.tool != amudprun:
			err = fmt.Errorf("%s: an option of amudprun", word)
		case name == "-depth":
			if err = next(); err == nil {
				_, err = count(name, value)
			}
		default:
			if err = next(); err == nil && (len(value) != 1 || !strings.Contains("LSC", strings.ToUpper(value))) {
				err = fmt.Errorf("-spawn %s: not one of L, S, C", value)
			}
		}
	case "-v":
		g.verbose = true
	case "-t":
		g.verbose, g.dry = true, true
	case "-h", "-help", "-?":
		g.help = true
	case "-k", "-encode", "-encode-args", "-encode-env", "-noencode", "-noencode-args", "-noencode-env":
	case "-tag-output":
		g.pass = append(g.pass, "--tag-output")
	case "-machine", "-set", "-stack", "-bind", "-timeout", "-wdir", "-env":
		if err = next(); err == nil {
			g.pass = append(g.pass, "-"+name+"="+value)
		}
	default:
		err = fmt.Errorf("%s: no such option; -help lists them", word)
	}
	return rest, err
}

func count(name, value string) (string, error) {
	if n, err := strconv.Atoi(value); err != nil || n < 1 {
		return "", fmt.Errorf("%s %s: not a number from 1 on", name, value)
	}
	return value, nil
}

// words is the equivalent command line of gasnetgo run.
func (g *gasnetrun) words() []string {
	words := append([]string{"run", "-n", g.ranks}, g.pass...)
	return append(append(words, "--"), g.command...)
}

// runGasnet is the tool gasnetrun_*.
func runGasnet(tool string, args []string) int {
	g, err := parseGasnetrun(tool, args)
	switch {
	case err != nil:
		fmt.Fprintf(os.Stderr, "%s: %s\n", tool, fault.Short(err.Error()))
		return launcher.StatusUsage
	case g.help:
		fmt.Printf(gasnetrunHelp, tool)
		return 0
	}
	if g.verbose {
		fmt.Fprintf(os.Stderr, "%s: gasnetgo %s\n", tool, quoted(g.words()))
	}
	if g.dry {
		return 0
	}
	// A program that was linked without an rpath does not find the library.
	if at, err := installed(); err == nil {
		path := at.libdir()
		if before := os.Getenv("LD_LIBRARY_PATH"); before != "" {
			path = before + ":" + path
		}
		os.Setenv("LD_LIBRARY_PATH", path)
	}
	root := newRootCommand()
	root.SetArgs(g.words())
	return status(tool, root.Execute())
}
