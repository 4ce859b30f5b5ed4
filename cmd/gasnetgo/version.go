package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

// newVersionCommand is gasnetgo version.
func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		Run: func(cmd *cobra.Command, _ []string) {
			fmt.Fprintf(cmd.OutOrStdout(), "gasnetgo %s (OpenSHMEM 1.6, %s, %s/%s)\n", Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
		},
	}
}
