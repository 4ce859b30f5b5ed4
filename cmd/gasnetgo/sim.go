package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"gasnetgo/cmd/machinefile"
	"gasnetgo/cmd/usage"
	"gasnetgo/internal/knob"
	"gasnetgo/job/launcher"
	"gasnetgo/sim/machine"
	"gasnetgo/sim/spec"
)

// runSimulated runs a program on a simulated machine, in one process, and returns its status.
func runSimulated(c launcher.Config, f simFlags) (int, error) {
	s := spec.Spec{Ranks: c.Ranks, Machine: f.machine, Set: f.set, Tag: c.Tag}
	if c.Ranks < 1 {
		return 0, fmt.Errorf("-n %d: at least 1 rank", c.Ranks)
	}
	if err := fits(c.Ranks, limits()); err != nil {
		return 0, err
	}
	m, err := machinefile.Find(f.machine, f.set)
	if err != nil {
		return 0, err
	}
	s.Text = m.Text
	if err := f.settle(&s); err != nil {
		return 0, err
	}
	if s.Counted && !m.HasCPU() {
		return 0, fmt.Errorf("--compute counted: the machine %s has no section [cpu], which says what instructions cost; --compute record=FILE or measured charges CPU time", m.Name)
	}
	if err := f.writable(&s); err != nil {
		usage.Print(err)
		return 1, nil
	}
	if s.Program, err = launcher.Find(c.Program, c.Dir); err != nil {
		return 0, err
	}
	if err := refusePython(s.Program); err != nil {
		return 0, fmt.Errorf("%s: %w", c.Program, err)
	}
	if s.Program, err = filepath.Abs(s.Program); err != nil {
		return 0, err
	}
	if at, err := os.Stat(c.Dir); c.Dir != "" && (err != nil || !at.IsDir()) {
		return 0, &launcher.Error{Line: fmt.Sprintf("--wdir %s: no such directory", c.Dir), Status: launcher.StatusNotExecutable}
	}
	if l := launcher.LinkageOf(s.Program); l.Other != "" && !l.Ours && !c.Quiet {
		usage.Print(errors.New(c.Program + launcher.Strange(l)))
	}
	host, err := simHost()
	if err != nil {
		return 0, err
	}
	env := append(os.Environ(), c.Env...)
	s.PreloadVariable = lastValue(env, preloadVariable)
	var process []string
	if s.Preload, process, err = splitPreload(s.PreloadVariable); err != nil {
		return 0, err
	}
	var page *reporting
	if f.report != "" {
		if f.gdb != "" {
			return 0, errors.New("--report and --gdb exclude each other")
		}
		if page, err = newReporting(f.report, &s); err != nil {
			return 0, err
		}
	}
	text, err := s.Encode()
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(host, append([]string{c.Program}, c.Args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Dir = os.Stdin, os.Stdout, os.Stderr, c.Dir
	cmd.Env = append(withPreload(env, process), knob.Sim+"="+text)
	if f.gdb != "" {
		return 0, debugSimulated(cmd, f.gdb)
	}
	p := simProcess{cmd: cmd, timeout: c.Timeout}
	err = p.run()
	if page != nil {
		if failed := page.end(); failed != nil {
			usage.Print(failed)
			if err == nil {
				return 1, nil
			}
		}
	}
	var exit *exec.ExitError
	switch {
	case p.late:
		usage.Print(fmt.Errorf("the job took longer than %v", c.Timeout))
		return timedOut, nil
	case errors.As(err, &exit):
		if why := p.abnormalEnd(); why != nil && !c.Quiet {
			usage.Print(why)
		}
		return shellStatus(exit.ProcessState), nil
	case errors.Is(err, unix.EMFILE):
		return 0, &launcher.Error{Line: "cannot start the process of the simulated ranks: too many files are open (ulimit -n)", Status: launcher.StatusNotExecutable}
	}
	return 0, err
}

// timedOut is the status of a job that --timeout ended, as other launchers have it.
const timedOut = 124

// simHost is the executable that simulated jobs run in.
func simHost() (string, error) {
	at, err := installed()
	if err != nil {
		return "", err
	}
	host := filepath.Join(at.prefix, "libexec", "gasnetgo", "simhost")
	if _, err := os.Stat(host); err != nil {
		return "", fmt.Errorf("simulated machines are not installed: %w", err)
	}
	return host, nil
}

// newMachinesCommand is gasnetgo machines.
func newMachinesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "machines",
		Short: "list the simulated machines that are built in",
		Args:  usage.OnlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, name := range machine.Names() {
				m, err := machine.Builtin(name)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%-10s %s\n", name, m.About)
			}
			return nil
		},
	}
	var set []string
	show := &cobra.Command{
		Use:   "show NAME|FILE",
		Short: "print every parameter of a machine, with its source",
		Args:  usage.Exactly(1, "the name of one machine, or a file"),

		ValidArgsFunction: completeOneMachine,
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := machinefile.Find(args[0], set)
			if err != nil {
				return err
			}
			fmt.Fprint(cmd.OutOrStdout(), m.Describe())
			return nil
		},
	}
	show.Flags().StringArrayVar(&set, "set", nil, "PARAMETER=VALUE, as in nic.interrupt=1us")
	mustComplete(show, "set", completeParameter)
	cmd.AddCommand(show)
	return cmd
}

// shellStatus is the status that a shell would report for the end of a process.
func shellStatus(p *os.ProcessState) int {
	if w, ok := p.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return p.ExitCode()
}
