// Package usage words the errors of command lines: unknown flags, commands and values, with those that have a Similar name.
package usage

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gasnetgo/internal/fault"
)

// Status is an error that sets the exit status and is not printed.
type Status int

// Error is never printed.
func (s Status) Error() string { return fmt.Sprintf("status %d", int(s)) }

// Print writes an error to standard error as one line.
func Print(err error) { fmt.Fprintf(os.Stderr, "gasnetgo: %s\n", fault.Short(err.Error())) }

// FlagError words an error in a command's flags: the flag as the user typed it, its value, what is allowed, and flags with a similar name.
func FlagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return fmt.Errorf("unknown flag -%s; %s --help lists the flags", name, cmd.CommandPath())
		}
		if near := Similar(name, flagNames(cmd)); len(near) > 0 {
			return fmt.Errorf("unknown flag --%s; did you mean --%s?", name, strings.Join(near, " or --"))
		}
		return fmt.Errorf("unknown flag --%s; %s --help lists the flags", name, cmd.CommandPath())
	case errors.As(err, &bare):
		return fmt.Errorf("%s: a value is missing (%s)", dashes(bare.GetFlag()), bare.GetFlag().Usage)
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		return fmt.Errorf("%s %s: %s (%s)", dashes(f), quotedIfOdd(invalid.GetValue()), whyInvalid(f, invalid), f.Usage)
	}
	return err
}

// whyInvalid names the values that a flag allows, by its type.
func whyInvalid(f *pflag.Flag, err error) string {
	switch {
	case errors.Is(err, strconv.ErrRange):
		return "larger than any number that is possible here"
	case strings.HasPrefix(f.Value.Type(), "int") || strings.HasPrefix(f.Value.Type(), "uint"):
		return "not a whole number"
	case f.Value.Type() == "bool":
		return "not true or false"
	case f.Value.Type() == "duration":
		return "not a time; write it with a unit, as in 90s or 2m"
	case strings.HasPrefix(f.Value.Type(), "float"):
		return "not a number"
	}
	return errors.Unwrap(err).Error()
}

// quotedIfOdd quotes a value that would not be seen as one word.
func quotedIfOdd(value string) string {
	if value == "" || strings.ContainsAny(value, " \t\n\"'") {
		return strconv.Quote(value)
	}
	return value
}

// dashes is a flag as it is typed.
func dashes(f *pflag.Flag) string {
	if len(f.Name) == 1 {
		return "-" + f.Name
	}
	return "--" + f.Name
}

func flagNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// Similar are the names that a mistyped one may mean, by the measure that cobra has for commands.
func Similar(word string, names []string) []string {
	all := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, name := range names {
		all.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	return all.SuggestionsFor(word)
}

// Unknown is an error for a word that is none of a command's own.
func Unknown(what, word string, names []string) error {
	if near := Similar(word, names); len(near) > 0 {
		return fmt.Errorf("unknown %s %s; did you mean %s?", what, quotedIfOdd(word), strings.Join(near, " or "))
	}
	return fmt.Errorf("unknown %s %s; there are %s", what, quotedIfOdd(word), strings.Join(names, ", "))
}

// OnlyCommands is for commands that take no words of their own: a word is a subcommand that does not exist.
func OnlyCommands(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("%s takes no arguments, and was given %s", cmd.CommandPath(), quotedIfOdd(args[0]))
	}
	return Unknown("command", args[0], names)
}

// Exactly checks the number of words that a command takes.
func Exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return fmt.Errorf("%s takes %s, and was given %d words", cmd.CommandPath(), what, len(args))
		}
		return nil
	}
}
