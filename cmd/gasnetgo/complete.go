package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gasnetgo/cmd/machinefile"
	"gasnetgo/internal/knob"
	"gasnetgo/sim/machine"
)

// words completes a flag or an argument from a fixed list.
func words(list ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
}

// completeRun sets how the values of the flags of gasnetgo run are completed.
func completeRun(cmd *cobra.Command) {
	for flag, complete := range map[string]cobra.CompletionFunc{
		"machine":  completeMachineOrLocal,
		"set":      completeParameter,
		"env":      completeVariable,
		"bind":     words("none", "core"),
		"progress": words("auto", "always", "never"),
		"ahead":    words("auto", "on", "off"),
		"carry":    words("on", "off"),
		"compute":  words("free", "measured", "measured:", "counted", "record="),
		"n":        cobra.NoFileCompletions,
		"timeout":  cobra.NoFileCompletions,
		"stack":    cobra.NoFileCompletions,
		"silence":  cobra.NoFileCompletions,
		"spin":     cobra.NoFileCompletions,
		"shuffle":  cobra.NoFileCompletions,
	} {
		mustComplete(cmd, flag, complete)
	}
	if err := cmd.MarkFlagDirname("wdir"); err != nil {
		panic(err) // the flag is defined
	}
}

// mustComplete registers the completion of a flag that exists.
func mustComplete(cmd *cobra.Command, flag string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // a flag that is not defined, or a second function for it
	}
}

// completeMachine completes the name of a built-in machine, or a file.
func completeMachine(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, name := range machine.Names() {
		about := ""
		if m, err := machine.Builtin(name); err == nil {
			about = m.About
		}
		list = append(list, cobra.CompletionWithDesc(name, about))
	}
	return list, cobra.ShellCompDirectiveDefault
}

func completeMachineOrLocal(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	list, how := completeMachine(cmd, args, word)
	return append(list, cobra.CompletionWithDesc(localMachine, "this host, no simulation")), how
}

// completeOneMachine is completeMachine for a command with one argument.
func completeOneMachine(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return completeMachine(cmd, args, word)
}

// completeParameter completes PARAMETER= of the machine that --machine or the argument names, or of the XT3.
func completeParameter(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	name := "xt3"
	if f := cmd.Flags().Lookup("machine"); f != nil && f.Changed && f.Value.String() != localMachine {
		name = f.Value.String()
	} else if f == nil && len(args) > 0 {
		name = args[0]
	}
	m, err := machinefile.Find(name, nil)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var list []string
	for _, p := range m.Parameters() {
		list = append(list, p+"=")
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeVariable completes VARIABLE= of those that gasnetgo reads, and the choices behind it.
func completeVariable(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	const how = cobra.ShellCompDirectiveNoFileComp
	var list []string
	name, _, value := strings.Cut(word, "=")
	for _, k := range settable() {
		switch {
		case !value:
			list = append(list, cobra.CompletionWithDesc(k.Name+"=", k.Help))
		case k.Name == name:
			for _, choice := range choices(k) {
				list = append(list, name+"="+choice)
			}
		}
	}
	if !value {
		return list, how | cobra.ShellCompDirectiveNoSpace
	}
	return list, how
}

// choices are the words that a variable allows.
func choices(k knob.Knob) []string {
	if k.Kind == knob.Bool {
		return []string{"on", "off"}
	}
	return k.Choices
}

// settable are the variables that users may set.
func settable() (list []knob.Knob) {
	for _, k := range knob.Table() {
		if k.Category != knob.Internal {
			list = append(list, k)
		}
	}
	return list
}

// completeVariableName completes arguments that are names of variables.
func completeVariableName(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, k := range settable() {
		list = append(list, cobra.CompletionWithDesc(k.Name, k.Help))
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// completeByTool asks the executable of a command, which has that command's flags, for completions. self is the name under which it is that command.
func completeByTool(tool func() (string, error), self string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		path, err := tool()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		cmd := exec.Command(path, append(append([]string{cobra.ShellCompRequestCmd}, args...), word)...)
		cmd.Args[0] = self
		cmd.Env = os.Environ()
		out, err := cmd.Output()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		last, found := strings.CutPrefix(lines[len(lines)-1], ":")
		how, err := strconv.Atoi(last)
		if !found || err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return lines[:len(lines)-1], cobra.ShellCompDirective(how)
	}
}
