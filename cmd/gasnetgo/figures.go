package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"
)

// newFiguresCommand is gasnetgo figures: it executes gasnetgo-figures in place of this process.
func newFiguresCommand() *cobra.Command {
	return &cobra.Command{
		Use:                "figures [machine...]",
		Short:              "compare simulated machines with published figures",
		DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			at, err := installed()
			if err != nil {
				return err
			}
			tool := filepath.Join(at.prefix, "libexec", "gasnetgo", "gasnetgo-figures")
			if _, err := os.Stat(tool); err != nil {
				return fmt.Errorf("figures are not installed: %w", err)
			}
			return syscall.Exec(tool, append([]string{"gasnetgo figures"}, args...), os.Environ())
		},
	}
}
