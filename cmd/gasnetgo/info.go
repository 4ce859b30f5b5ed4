package main

import (
	"os"

	"github.com/spf13/cobra"

	"gasnetgo/internal/knob"
)

// newInfoCommand is gasnetgo info, and under its own name osh_info.
func newInfoCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "info",
		Short: "Say what this installation and this host offer",
		Args:  cobra.NoArgs,
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "env",
		Short: "List the environment variables, their values and meanings",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return knob.Read(os.LookupEnv).Write(cmd.OutOrStdout())
		},
	})
	return cmd
}
