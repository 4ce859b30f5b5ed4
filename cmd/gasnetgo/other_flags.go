package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// otherFlag is an option of other launchers, which users of gasnetgo run type: mpirun, mpiexec, srun, aprun, and oshrun of Open MPI.
type otherFlag struct {
	names  string // without dashes, separated by blanks; each may have one dash or two
	values int    // words that belong to it; the first may be joined by =
	// words are the flags of gasnetgo run that mean the same. An error is a clause that follows the option as it was typed. nil: the option changes nothing here.
	words func(values []string) ([]string, error)
}

// as gives the value to a flag of gasnetgo run.
func as(flag string) func([]string) ([]string, error) {
	return func(values []string) ([]string, error) { return []string{"--" + flag + "=" + values[0]}, nil }
}

// alone stands for a flag without a value.
func alone(flag string) func([]string) ([]string, error) {
	return func([]string) ([]string, error) { return []string{"--" + flag}, nil }
}

// refuse says why an option cannot be given, and what can.
func refuse(why string) func([]string) ([]string, error) {
	return func([]string) ([]string, error) { return nil, fmt.Errorf("%s", why) }
}

// otherFlags are those that are known. An option whose meaning differs between launchers is refused.
func otherFlags() []otherFlag {
	const (
		perHost = "the ranks of each host are part of the list of hosts, as in --hosts a:4,b:4"
		nodes   = "nodes for srun, ranks on each node for Open MPI and aprun; -n N is the number of ranks here, and " + perHost
		cores   = "the cores of a rank cannot be counted out here; --bind core gives each rank one, --bind 0,2,4-7 lists them"
		batch   = "an option for a batch system; give it to sbatch or salloc, or start the program with srun itself"
		output  = "all output goes where the launcher's own goes; --tag-output begins each line with the rank"
		program = "a job runs one program on all its ranks"
	)
	return []otherFlag{
		{"np ntasks", 1, as("n")},
		{"H host", 1, as("hosts")},
		{"f machinefile", 1, as("hostfile")},
		{"wd chdir", 1, as("wdir")},
		{"l label prepend-rank", 0, alone("tag-output")},
		{"oversubscribe overcommit allow-run-as-root genvall envall v verbose", 0, nil},
		{"genv env", 2, setPair},
		{"genvlist", 1, nil}, // all are passed on; --hosts passes on what is named
		{"e", 1, aprunVariable},
		{"bind-to", 1, bindTo},
		{"bind-to-core", 0, func([]string) ([]string, error) { return []string{"--bind=core"}, nil }},
		{"bind-to-none", 0, func([]string) ([]string, error) { return []string{"--bind=none"}, nil }},
		{"map-by rank-by", 1, mapBy},

		{"N", 1, refuse(nodes)},
		{"nodes", 1, refuse(perHost)},
		{"ppn perhost npernode ntasks-per-node ppr", 1, refuse(perHost)},
		{"pernode", 0, refuse(perHost)},
		{"mca gmca omca prtemca pmixmca", 2, refuse("parameters of Open MPI mean nothing here; gasnetgo info env lists what can be set")},
		{"tune am", 1, refuse("parameters of Open MPI mean nothing here; gasnetgo info env lists what can be set")},
		{"c d cpus-per-task cpus-per-proc cpus-per-rank cc cpu-bind cpu-set cpu-list", 1, refuse(cores)},
		{"bind-to-socket bysocket bycore bynode byslot nooversubscribe no-oversubscribe nolocal", 0, refuse("ranks fill one host after the other, in the order of --hosts; --bind says on which cores")},
		{"genvnone envnone", 0, refuse("all variables are passed on; env -i starts without")},
		{"envlist export", 1, refuse("all variables are passed on; -x K=V sets one, and -x K takes one to the hosts of --hosts")},
		{"t time p partition A account J job-name q-name qos w nodelist mpi j m S sn ss b", 1, refuse(batch)},
		{"o output error outfile-pattern errfile-pattern output-filename", 1, refuse(output)},
		{"s stdin", 1, refuse("rank 0 reads the launcher's standard input, the others /dev/null")},
		{"launcher rmk bootstrap launcher-exec bootstrap-exec plm launch-agent prefix iface", 1, refuse("--rsh CMD is how ranks on other hosts are started; nothing else needs to be chosen")},
		{"app configfile multi-prog", 1, refuse(program)},
	}
}

// setPair is hydra's -genv and -env.
func setPair(values []string) ([]string, error) {
	return []string{"--env=" + values[0] + "=" + values[1]}, nil
}

// isPair reports whether a word is hydra's -env, which is followed by a name and a value. With K=V behind it, it is meant to be --env.
func isPair(word string, next []string) bool {
	return word == "-env" && len(next) > 0 && !strings.Contains(next[0], "=")
}

// aprunVariable is aprun's -e; srun's names a file.
func aprunVariable(values []string) ([]string, error) {
	if !strings.Contains(values[0], "=") {
		return nil, fmt.Errorf("not K=V; -x K=V sets a variable, and errors go where the launcher's own go")
	}
	return []string{"--env=" + values[0]}, nil
}

func bindTo(values []string) ([]string, error) {
	switch place, _, _ := strings.Cut(values[0], ":"); place {
	case "core", "none":
		return []string{"--bind=" + place}, nil
	}
	return nil, fmt.Errorf("ranks are bound to cores only: --bind none, core, or a list such as 0,2,4-7")
}

func mapBy(values []string) ([]string, error) {
	if place, _, more := strings.Cut(values[0], ":"); !more && (place == "slot" || place == "core") {
		return nil, nil // as ranks are placed anyway
	}
	return nil, fmt.Errorf("ranks fill one host after the other, in the order of --hosts; --bind says on which cores")
}

// translated replaces options of other launchers by those of gasnetgo run, in front of the program's name only. An error names an option as a whole, which would
// else be read as several short ones, as -ppn is -p, -p and -n.
func translated(args []string) ([]string, error) {
	flags, others := newRunCommand().Flags(), otherFlags()
	flags.BoolP("help", "h", false, "")
	var out []string
	for len(args) > 0 {
		word := args[0]
		if word == "--" {
			return append(out, args...), nil
		}
		if !strings.HasPrefix(word, "-") || word == "-" {
			break
		}
		args = args[1:]
		words, used, err := oneFlag(flags, others, word, args)
		if err != nil {
			return nil, err
		}
		out, args = append(out, words...), args[used:]
	}
	if slices.Contains(args, ":") {
		return nil, fmt.Errorf(`":" begins a second program for other launchers, and a job runs one program on all its ranks; if it is an argument, write -- in front of the program`)
	}
	return append(out, args...), nil
}

// oneFlag translates one option. used is how many of the next words belong to it.
func oneFlag(flags *pflag.FlagSet, others []otherFlag, word string, next []string) (words []string, used int, err error) {
	name, inline, joined := strings.Cut(strings.TrimLeft(word, "-"), "=")
	two := strings.HasPrefix(word, "--")
	if own := flags.Lookup(name); own != nil && (two || len(name) > 1 && !isPair(word, next)) {
		long := "--" + strings.TrimLeft(word, "-")
		if !joined && own.NoOptDefVal == "" && len(next) > 0 {
			return []string{long, next[0]}, 1, nil
		}
		return []string{long}, 0, nil
	}
	if number, ok := strings.CutPrefix(name, "np"); ok && number != "" && strings.Trim(number, "0123456789") == "" {
		return []string{"-n", number}, 0, nil
	}
	for _, o := range others {
		if !slices.Contains(strings.Fields(o.names), name) {
			continue
		}
		var values []string
		if joined && o.values > 0 {
			values = append(values, inline)
		}
		used = o.values - len(values)
		if used > len(next) {
			return nil, 0, fmt.Errorf("%s: a value is missing", word)
		}
		values = append(values, next[:used]...)
		if o.words == nil {
			return nil, used, nil
		}
		words, err = o.words(values)
		if err != nil {
			err = fmt.Errorf("%s: %w", strings.Join(append([]string{word}, next[:used]...), " "), err)
		}
		return words, used, err
	}
	if !two && len(name) > 1 && !areShort(flags, word) {
		return nil, 0, fmt.Errorf("unknown flag %s; gasnetgo run --help lists the flags", word)
	}
	words = []string{word}
	if takesNext(flags, word) && len(next) > 0 {
		words, used = append(words, next[0]), 1
	}
	return words, used, nil
}

// areShort reports whether a word is short flags of gasnetgo run, the last of which may have its value in the same word.
func areShort(flags *pflag.FlagSet, word string) bool {
	for i, c := range word[1:] {
		f := flags.ShorthandLookup(string(c))
		if f == nil {
			return false
		}
		if f.NoOptDefVal == "" {
			rest := word[1+i+len(string(c)):]
			return f.Name != "n" || rest == "" || strings.ContainsAny(rest[:1], "=0123456789-")
		}
	}
	return true
}
