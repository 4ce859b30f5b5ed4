package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"gasnetgo/cmd/usage"
	"gasnetgo/internal/knob"
)

// newInfoCommand is gasnetgo info, and under its own name osh_info.
func newInfoCommand() *cobra.Command {
	var hosts bool
	cmd := &cobra.Command{
		Use:   "info",
		Short: "Print the features of this installation and this host",
		Args:  usage.OnlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if hosts {
				return printHosts(cmd.OutOrStdout())
			}
			return printInfo(cmd)
		},
	}
	cmd.Flags().BoolVar(&hosts, "hosts", false, "list what libfabric offers for jobs on several hosts, and what a job would use")
	cmd.AddCommand(
		&cobra.Command{
			Use:               "env [variable...]",
			Short:             "List the environment variables, their values and meanings",
			ValidArgsFunction: completeVariableName,
			RunE: func(cmd *cobra.Command, names []string) error {
				return printVariables(cmd.OutOrStdout(), names)
			},
		},
		&cobra.Command{
			Use:       "api [API or function...]",
			Short:     "Print which functions of an API are supported, or rows of functions",
			ValidArgs: apiNames(),
			RunE: func(cmd *cobra.Command, args []string) error {
				return printAPI(cmd, args)
			},
		},
		newRemoteReadCommand(),
	)
	return cmd
}

func printInfo(cmd *cobra.Command) error {
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%-22s %s (%s, %s/%s)\n", "gasnetgo", Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	fmt.Fprintf(out, "%-22s %s\n", "world", "live: one process per rank, on this host")
	fmt.Fprintf(out, "%-22s %s\n", "library", library())
	for _, f := range host(crossProcessCopy()) {
		fmt.Fprintf(out, "%-22s %s\n", f.name, f.text)
	}
	for _, name := range apiNames() {
		if text, err := apiSummary(name); err == nil {
			fmt.Fprintf(out, "%-22s %s\n", "API "+name, text)
		}
	}
	knobs := knob.Read(os.LookupEnv)
	for _, f := range segments(knobs) {
		fmt.Fprintf(out, "%-22s %s\n", f.name, f.text)
	}
	fmt.Fprintf(out, "\nVariables\n")
	if err := knobs.Write(out); err != nil {
		return err
	}
	fmt.Fprintf(out, "\ngasnetgo info api NAME lists an API's functions\n")
	return nil
}

// printVariables prints the table of variables, or the rows of those that are named, under any of their names.
func printVariables(w io.Writer, names []string) error {
	known := knob.Read(os.LookupEnv)
	if len(names) == 0 {
		return known.Write(w)
	}
	var all []string
	of := map[string]string{}
	for _, k := range knob.Table() {
		for _, name := range append([]string{k.Name}, k.Aliases...) {
			all = append(all, name)
			of[name] = k.Name
		}
	}
	var rows []string
	for _, name := range names {
		row, ok := of[name]
		if !ok {
			if near := usage.Similar(name, all); len(near) > 0 {
				return usage.Unknown("variable", name, all)
			}
			return fmt.Errorf("unknown variable %s; gasnetgo info env lists the variables", name)
		}
		rows = append(rows, row)
	}
	return known.Only(rows).Write(w)
}

// segments lists the memory that the ranks of a job would share under the present environment.
func segments(knobs *knob.Set) []fact {
	text := func(format, name string) string {
		v, ok := knobs.Get(name)
		if !ok {
			return ""
		}
		return fmt.Sprintf(format, v.Text, name)
	}
	return []fact{
		{"job's memory", text("one sparse memory file, mapped at %s in every rank (%s)", knob.Base)},
		{"segment shmem.heap", text("%s per rank, seen at one common address (%s)", knob.SymmetricSize)},
		{"segment data", text("the program's globals and statics, in place: %s (%s)", knob.DataSegment)},
		{"mailboxes", text("%s per rank (%s)", knob.Mailbox)},
	}
}

// library is the shared library that oshcc links with, or why it is not there.
func library() string {
	at, err := installed()
	if err != nil {
		return err.Error()
	}
	path := filepath.Join(at.libdir(), "libgasnetgo.so")
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return fmt.Sprintf("%s does not exist (make build makes it)", path)
	}
	return real
}

// printAPI prints the tables of the APIs that are named, and the rows of functions that are; all tables without a name. It looks all of them up before it prints.
func printAPI(cmd *cobra.Command, args []string) error {
	names := args
	if len(args) == 0 {
		names = apiNames()
	}
	var texts []string
	for _, name := range names {
		text, err := apiLookup(name)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	for _, text := range texts {
		fmt.Fprintln(cmd.OutOrStdout(), text)
	}
	return nil
}
