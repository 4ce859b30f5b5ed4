package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"gasnetgo/cmd/usage"
)

// newVersionCommand is gasnetgo version.
func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  usage.OnlyCommands,
		Run: func(cmd *cobra.Command, _ []string) {
			fmt.Fprint(cmd.OutOrStdout(), versionLine())
		},
	}
}

func versionLine() string {
	return fmt.Sprintf("gasnetgo %s (OpenSHMEM 1.6, %s, %s/%s)\n", Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
