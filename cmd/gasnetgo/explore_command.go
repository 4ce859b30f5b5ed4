package main

import (
	"github.com/spf13/cobra"

	"gasnetgo/cmd/gasnetgo/explore"
)

// newExploreCommand is gasnetgo explore, with completion.
func newExploreCommand() *cobra.Command {
	cmd := explore.NewCommand()
	for flag, complete := range map[string]cobra.CompletionFunc{
		"machine": completeMachine,
		"set":     completeParameter,
		"env":     completeVariable,
		"same":    words("output", "status"),
		"n":       cobra.NoFileCompletions,
		"runs":    cobra.NoFileCompletions,
		"seed":    cobra.NoFileCompletions,
		"jobs":    cobra.NoFileCompletions,
		"trials":  cobra.NoFileCompletions,
		"timeout": cobra.NoFileCompletions,
	} {
		mustComplete(cmd, flag, complete)
	}
	return cmd
}
