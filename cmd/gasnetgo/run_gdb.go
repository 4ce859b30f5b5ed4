package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"

	"gasnetgo/job/launcher"
)

// gdbPrompt is the value of --gdb alone: the user types commands.
const gdbPrompt = "prompt"

// defineGDB defines --gdb, for live and simulated jobs.
func defineGDB(flags *pflag.FlagSet, file *string) {
	flags.StringVar(file, "gdb", "", "run under gdb; with =FILE, gdb takes its commands from there. A simulated job has one gdb, which knows the copies of all ranks; live, each rank has one, in a window of its own")
	flags.Lookup("gdb").NoOptDefVal = gdbPrompt
}

// gdbWords is the beginning of gdb's command line.
func gdbWords(file string) ([]string, error) {
	path, err := exec.LookPath("gdb")
	if err != nil {
		return nil, fmt.Errorf("--gdb: gdb is not installed")
	}
	words := []string{path, "-q"}
	if file == gdbPrompt {
		return words, nil
	}
	if f, err := os.Open(file); err != nil {
		return nil, fmt.Errorf("--gdb: %w", err)
	} else {
		f.Close()
	}
	return append(words, "-batch", "-return-child-result"), nil
}

// debugSimulated replaces this process by gdb with the process of the simulated ranks. ranks_gdb.py starts it, and adds the symbols of the copies of the program.
func debugSimulated(host *exec.Cmd, file string) error {
	words, err := gdbWords(file)
	if err != nil {
		return err
	}
	words = append(words, "-x", filepath.Join(filepath.Dir(host.Path), "ranks_gdb.py"))
	if file != gdbPrompt {
		if file, err = filepath.Abs(file); err != nil {
			return err
		}
		words = append(words, "-x", file)
	}
	if host.Dir != "" {
		if err := os.Chdir(host.Dir); err != nil {
			return err
		}
	}
	return unix.Exec(words[0], append(append(words, "--args"), host.Args...), host.Env)
}

// debugLive puts gdb between the launcher and the program of each rank.
func debugLive(c *launcher.Config, file string) error {
	words, err := gdbWords(file)
	if err != nil {
		return err
	}
	words = append(words, "-ex", "handle SIGURG nostop noprint pass") // the Go runtime's
	if file != gdbPrompt {
		if file, err = filepath.Abs(file); err != nil {
			return err
		}
		words = append(words, "-x", file)
	} else if c.Ranks > 1 {
		window, err := exec.LookPath("xterm")
		if err != nil || os.Getenv("DISPLAY") == "" {
			return fmt.Errorf("--gdb: %d ranks need a window each (xterm and DISPLAY); use --gdb=FILE with gdb's commands, or gdb -p PID for a rank that runs", c.Ranks)
		}
		words = append([]string{window, "-e"}, words...)
	}
	words = append(words, "--args", c.Program)
	c.Program, c.Args = words[0], append(words[1:], c.Args...)
	return nil
}
