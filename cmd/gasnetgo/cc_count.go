package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"gasnetgo/sim/count/asm"
)

// countFlag has a compiler wrapper count instructions.
const countFlag = "--count"

// assemblerVariable tells the assembler that counts (assemble) the one behind it.
const assemblerVariable = "GASNETGO_ASSEMBLER"

// counting is what a compiler needs for countFlag.
type counting struct {
	flags     []string
	assembler string
}

// newCounting finds out how the compiler takes the assembler that counts in place of its own: from a folder that -B names.
func newCounting(compiler []string, at layout) (*counting, error) {
	folder := filepath.Join(at.prefix, "libexec", "gasnetgo", "count") + "/"
	if runtime.GOARCH != "amd64" {
		return nil, fmt.Errorf("%s counts instructions of x86-64 only; on this machine --compute record=FILE of gasnetgo run charges what computing takes", countFlag)
	}
	own := filepath.Join(folder, "as")
	if _, err := os.Stat(own); err != nil {
		return nil, fmt.Errorf("%s: the assembler that counts is not installed: %w", countFlag, err)
	}
	c := &counting{flags: []string{"-B" + folder}}
	if strings.Contains(banner(compiler), "clang") {
		c.flags = append(c.flags, "-fno-integrated-as")
	}
	if got := answerOf(compiler, "-B"+folder, "-print-prog-name=as"); filepath.Clean(got) != own {
		return nil, fmt.Errorf("%s: the compiler %s does not take its assembler from the folder that -B names; GCC's and Clang's do", countFlag, strings.Join(compiler, " "))
	}
	path, err := which(answerOf(compiler, "-print-prog-name=as"))
	if err != nil {
		return nil, fmt.Errorf("%s: the assembler of %s: %w", countFlag, strings.Join(compiler, " "), err)
	}
	c.assembler = path
	return c, nil
}

// answerOf is the first line that a compiler prints with these arguments.
func answerOf(compiler []string, args ...string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	text, _ := exec.CommandContext(ctx, compiler[0], append(slices.Clone(compiler[1:]), args...)...).Output()
	line, _, _ := strings.Cut(string(text), "\n")
	return line
}

// assemblerInput finds the one file among the assembler's arguments; "" and -1: it reads its standard input. It is an error if the arguments do not say what is assembled.
func assemblerInput(args []string) (at int, plain bool) {
	at = -1
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "-o" || arg == "-I" || arg == "-MD" || arg == "--MD" || arg == "--defsym" || arg == "--debug-prefix-map":
			i++
		case arg == "--32" || arg == "--x32" || strings.HasPrefix(arg, "@") || arg == "--version" || arg == "--help" || arg == "-v":
			return -1, true
		case strings.HasPrefix(arg, "-"):
		case at >= 0:
			return -1, true // two files
		default:
			at = i
		}
	}
	return at, false
}

// assemble is main of the assembler that counts: it has the compiler's assembler make the object of the counted assembly, and returns its status.
func assemble(args []string) int {
	const tool = "oshcc " + countFlag
	path := os.Getenv(assemblerVariable)
	if path == "" {
		return status(tool, errors.New("this assembler is run by compilers that oshcc --count, oshc++ --count or oshfort --count have started"))
	}
	at, plain := assemblerInput(args)
	run := exec.Command(path, args...)
	run.Stdin, run.Stdout, run.Stderr = os.Stdin, os.Stdout, os.Stderr
	if !plain {
		text, err := input(args, at)
		if err != nil {
			return status(tool, err)
		}
		counted := asm.Count(text)
		if counted.Why != "" && !counted.Manual {
			fmt.Fprintf(os.Stderr, "%s: %s is not counted: %s\n", tool, counted.File, counted.Why)
		}
		if at >= 0 && counted.Why == "" {
			run.Args = slices.Delete(slices.Clone(run.Args), at+1, at+2)
		}
		if at < 0 || counted.Why == "" {
			run.Stdin = bytes.NewReader(counted.Text)
		}
	}
	err := run.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return shellStatus(exit.ProcessState)
	case err != nil:
		return status(tool, err)
	}
	return 0
}

// input is what the assembler is to read.
func input(args []string, at int) ([]byte, error) {
	if at < 0 {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(args[at])
}
