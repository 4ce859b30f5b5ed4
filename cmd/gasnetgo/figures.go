package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"gasnetgo/internal/fault"
)

// newFiguresCommand is gasnetgo figures.
func newFiguresCommand() *cobra.Command {
	return newDrawingCommand("figures", "figures [machine...]", "compare simulated machines with published figures")
}

// newSweepCommand is gasnetgo sweep.
func newSweepCommand() *cobra.Command {
	return newDrawingCommand("sweep", "sweep --machine MACHINE [-n LIST] [--set PARAMETER=LIST] [--value REGEX] program [arguments]", "run a program over a grid of machine parameters")
}

// newDrawingCommand is a command of gasnetgo-figures: that is executed under the command's name in place of this process, for its help, too.
func newDrawingCommand(name, use, short string) *cobra.Command {
	self := "gasnetgo " + name
	execute := func(args []string) error {
		tool, err := drawingTool()
		if err != nil {
			return err
		}
		return syscall.Exec(tool, append([]string{self}, args...), os.Environ())
	}
	cmd := &cobra.Command{
		Use:                use,
		Short:              short,
		DisableFlagParsing: true,
		ValidArgsFunction:  completeByTool(drawingTool, self),
		RunE:               func(_ *cobra.Command, args []string) error { return execute(args) },
	}
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		if err := execute([]string{"--help"}); err != nil {
			cmd.PrintErrln("gasnetgo:", fault.Short(err.Error()))
		}
	})
	return cmd
}

// drawingTool is the executable of the commands that draw.
func drawingTool() (string, error) {
	at, err := installed()
	if err != nil {
		return "", err
	}
	tool := filepath.Join(at.prefix, "libexec", "gasnetgo", "gasnetgo-figures")
	if _, err := os.Stat(tool); err != nil {
		return "", fmt.Errorf("the commands that draw are not installed: %w", err)
	}
	return tool, nil
}
