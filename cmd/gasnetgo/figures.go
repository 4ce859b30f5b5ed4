package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"gasnetgo/internal/fault"
)

// newFiguresCommand is gasnetgo figures: it executes gasnetgo-figures in place of this process, for its help, too.
func newFiguresCommand() *cobra.Command {
	execute := func(args []string) error {
		tool, err := figuresTool()
		if err != nil {
			return err
		}
		return syscall.Exec(tool, append([]string{"gasnetgo figures"}, args...), os.Environ())
	}
	cmd := &cobra.Command{
		Use:                "figures [machine...]",
		Short:              "compare simulated machines with published figures",
		DisableFlagParsing: true,
		ValidArgsFunction:  completeByTool(figuresTool),
		RunE:               func(_ *cobra.Command, args []string) error { return execute(args) },
	}
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		if err := execute([]string{"--help"}); err != nil {
			cmd.PrintErrln("gasnetgo:", fault.Short(err.Error()))
		}
	})
	return cmd
}

// figuresTool is the executable of gasnetgo figures.
func figuresTool() (string, error) {
	at, err := installed()
	if err != nil {
		return "", err
	}
	tool := filepath.Join(at.prefix, "libexec", "gasnetgo", "gasnetgo-figures")
	if _, err := os.Stat(tool); err != nil {
		return "", fmt.Errorf("figures are not installed: %w", err)
	}
	return tool, nil
}
