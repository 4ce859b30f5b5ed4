// Command gasnetgo starts jobs and prints the features of this installation and this host. Its name selects the tool: oshrun and
// gasnetrun_smp are gasnetgo run, oshcc or gasnetgo-oshcc the compiler wrapper, osh_info gasnetgo info.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	_ "gasnetgo/capi/limits" // checked before Go starts
	"gasnetgo/cmd/gasnetgo/bench"
	"gasnetgo/cmd/usage"
	"gasnetgo/internal/fault"
	"gasnetgo/internal/poller"
	"gasnetgo/job/launcher"
)

// Version of the library and its tools.
const Version = "0.1.0"

func main() {
	if err := poller.Start(); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", filepath.Base(os.Args[0]), err)
		os.Exit(1)
	}
	os.Exit(dispatch(os.Args))
}

// dispatch runs the tool that argv[0] names and returns the exit status.
func dispatch(argv []string) int {
	tool, args := filepath.Base(argv[0]), argv[1:]
	if isGasnetrun(tool) {
		return runGasnet(tool, args)
	}
	switch strings.TrimPrefix(tool, "gasnetgo-") {
	case "as":
		return assemble(args)
	case "oshcc", "shmemcc":
		return compile(languageC(), tool, args)
	case "oshc++", "oshCC", "oshcxx", "shmemc++", "shmemcxx":
		return compile(languageCXX(), tool, args)
	case "oshfort", "shmemfort":
		return compile(languageFortran(), tool, args)
	case "oshrun", "shmemrun":
		args = append([]string{"run"}, args...)
	case "osh_info":
		args = append([]string{"info"}, args...)
	default:
		tool = "gasnetgo"
	}
	if tool != "gasnetgo" && len(args) > 1 && isForAllTools(args[1]) { // it comes before the command
		args[0], args[1] = args[1], args[0]
	}
	if len(args) > 0 && args[0] == "run" {
		words, err := translated(args[1:])
		if err != nil {
			return status(tool, err)
		}
		args = append([]string{"run"}, words...)
	}
	root := newRootCommand()
	root.SetArgs(args)
	return status(tool, root.Execute())
}

// isForAllTools reports whether a word asks for the version or, in a shell's completion, for suggestions.
func isForAllTools(word string) bool {
	return word == "--version" || word == cobra.ShellCompRequestCmd || word == cobra.ShellCompNoDescRequestCmd
}

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "gasnetgo",
		Short:         "Run one-sided parallel programs on this host",
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       Version,
		Args:          usage.OnlyCommands,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate(versionLine())
	root.SetFlagErrorFunc(usage.FlagError)
	root.AddCommand(newRunCommand(), newInfoCommand(), newVersionCommand(), bench.NewCommand(chosenProvider), newExploreCommand(), newMachinesCommand(), newFiguresCommand(), newSweepCommand(), newCompareCommand(), newReportCommand(), newDocsCommand(), newHostLauncherCommand())
	return root
}

// status prints an error as one line and returns the exit status.
func status(tool string, err error) int {
	var quiet usage.Status
	var failed *launcher.Error
	switch {
	case err == nil:
		return 0
	case errors.As(err, &quiet):
		return int(quiet)
	case errors.As(err, &failed):
		fmt.Fprintf(os.Stderr, "%s: %s\n", tool, fault.Short(failed.Line))
		return failed.Status
	}
	fmt.Fprintf(os.Stderr, "%s: %s\n", tool, fault.Short(err.Error()))
	return launcher.StatusUsage
}
