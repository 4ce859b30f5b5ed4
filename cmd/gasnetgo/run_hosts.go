package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gasnetgo/cmd/usage"
	"gasnetgo/internal/knob"
	"gasnetgo/job/hosts"
	"gasnetgo/job/launcher"
)

// hostFlags are the flags of gasnetgo run for jobs on several hosts.
type hostFlags struct {
	list, file, rsh string
	named           []string // all of --env, also names without a value
}

func (f *hostFlags) define(flags *pflag.FlagSet) {
	flags.StringVar(&f.list, "hosts", "", "hosts and their ranks, as in a:2,b:2")
	flags.StringVar(&f.file, "hostfile", "", "file with a host on each line, as in: a slots=2")
	flags.StringVar(&f.rsh, "rsh", "", "command that starts a command on a host: CMD HOST COMMAND ARGS... (default ssh)")
}

func (f *hostFlags) wanted() bool { return f.list != "" || f.file != "" }

// run starts the job on its hosts. limited: -n was given.
func (f *hostFlags) run(c launcher.Config, limited bool) (int, error) {
	all, err := f.hosts()
	if err == nil && limited {
		all, err = hosts.Take(all, c.Ranks)
	}
	if err != nil {
		return 0, err
	}
	rsh := f.rsh
	if rsh == "" {
		if rsh, err = knob.Read(os.LookupEnv).Text(knob.RemoteShell); err != nil {
			return 0, err
		}
	}
	words := strings.Fields(rsh)
	if len(words) == 0 {
		return 0, fmt.Errorf("--rsh %q: no command", rsh)
	}
	exe, err := os.Executable()
	if err == nil {
		exe, err = filepath.EvalSymlinks(exe)
	}
	if err != nil {
		return 0, fmt.Errorf("cannot find this program: %w", err)
	}
	connect, err := knob.Read(os.LookupEnv).Duration(knob.RendezvousTimeout)
	if err != nil {
		return 0, err
	}
	c.Env = append(travelling(os.Environ(), f.named), c.Env...)
	return hosts.Run(hosts.Config{Config: c, Hosts: all, Remote: words, Agent: []string{exe, hostLauncher}, Version: Version, Connect: connect})
}

func (f *hostFlags) hosts() ([]hosts.Host, error) {
	if f.list != "" && f.file != "" {
		return nil, fmt.Errorf("--hosts and --hostfile both name the hosts: give one of them")
	}
	if f.list != "" {
		return hosts.ParseList(f.list)
	}
	return hosts.ReadFile(f.file)
}

// travelling are the variables that ranks on other hosts get from this environment: what is about this library, libfabric, OpenMP and the search for libraries, and
// what the user has named.
func travelling(env, named []string) []string {
	prefixes := []string{"GASNETGO_", "GASNET_", "SHMEM_", "SMA_", "XT_", "ARMCI_", "MP_", "LAPI_", "PTL_", "FI_", "OMP_"}
	names := map[string]bool{"PATH": true, "LD_LIBRARY_PATH": true, "PYTHONPATH": true}
	for _, n := range named {
		if !strings.Contains(n, "=") {
			names[n] = true
		}
	}
	var some []string
	for _, e := range env {
		name, _, _ := strings.Cut(e, "=")
		goes := names[name]
		for _, p := range prefixes {
			goes = goes || strings.HasPrefix(name, p)
		}
		if goes {
			some = append(some, e)
		}
	}
	return some
}

// hostLauncher is the command that runs on each host.
const hostLauncher = "host-launcher"

// newHostLauncherCommand is what gasnetgo run --hosts starts on each host.
func newHostLauncherCommand() *cobra.Command {
	return &cobra.Command{
		Use:    hostLauncher,
		Short:  "Start ranks of a job on this host, as gasnetgo run --hosts asks on standard input",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if status := hosts.Agent(Version, os.Stdin, os.Stdout); status != 0 {
				return usage.Status(status)
			}
			return nil
		},
	}
}
