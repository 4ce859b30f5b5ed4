package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newDocsCommand is gasnetgo docs, which the build runs: it writes the manual pages of all commands and tools.
func newDocsCommand() *cobra.Command {
	docs := &cobra.Command{Use: "docs", Short: "Write documents of the command line", Hidden: true, Args: cobra.NoArgs}
	docs.AddCommand(&cobra.Command{
		Use:   "man folder",
		Short: "Write manual pages",
		Args:  cobra.ExactArgs(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return writePages(cmd.Root(), args[0]) },
	})
	return docs
}

// writePages writes a page for each command, gasnetgo-run.1 and so on, and for the tools that have command lines of their own.
func writePages(root *cobra.Command, dir string) error {
	commands := visible(root)
	for name, help := range map[string]struct{ short, text string }{
		"gasnetgo-oshcc":     {"Compile and link C programs for OpenSHMEM", wrapperHelp("oshcc")},
		"gasnetgo-oshc++":    {"Compile and link C++ programs for OpenSHMEM", wrapperHelp("oshc++")},
		"gasnetgo-oshfort":   {"Compile and link Fortran programs for OpenSHMEM", wrapperHelp("oshfort")},
		"gasnetgo-gasnetrun": {"Run a GASNet program on N ranks", fmt.Sprintf(gasnetrunHelp, "gasnetrun")},
	} {
		usage, rest, _ := strings.Cut(help.text, "\n")
		_, usage, _ = strings.Cut(strings.TrimPrefix(usage, "usage: "), " ") // without the tool's name
		tool := &cobra.Command{Use: name + " " + usage, Short: help.short, Long: verbatim(rest), DisableFlagsInUseLine: true, Run: func(*cobra.Command, []string) {}}
		tool.Flags().Bool("help", false, "")
		if err := tool.Flags().MarkHidden("help"); err != nil { // the text has all options
			return err
		}
		commands = append(commands, tool)
	}
	undated := time.Unix(0, 0).UTC() // the same sources give the same pages at any time
	for _, c := range commands {
		c.DisableAutoGenTag = true
		var page bytes.Buffer
		if err := doc.GenMan(c, &doc.GenManHeader{Section: "1", Source: "gasnetgo " + Version, Manual: "gasnetgo", Date: &undated}, &page); err != nil {
			return fmt.Errorf("the page of %s: %w", c.CommandPath(), err)
		}
		name := filepath.Join(dir, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
		text := bytes.Replace(page.Bytes(), []byte(`"`+undated.Format("Jan 2006")+`"`), []byte(`""`), 1)
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// visible is a command and those below it, without hidden ones.
func visible(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			all = append(all, visible(below)...)
		}
	}
	return all
}

// verbatim makes a text a block that keeps its lines in a page.
func verbatim(text string) string {
	return "```\n" + strings.TrimSpace(text) + "\n```\n"
}
