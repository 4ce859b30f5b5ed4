package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"gasnetgo/cmd/usage"
	"gasnetgo/job"
)

// fact is one line about this host.
type fact struct{ name, text string }

// host finds the features of this host that ranks can use, by trying them rather than by version numbers. copies is the result of an
// attempt to copy between processes, which only a real gasnetgo can make.
func host(copies string) []fact {
	name, _ := os.Hostname()
	return []fact{
		{"host", name + ", " + kernel()},
		{"cores", cores()},
		{"page size", fmt.Sprintf("%d bytes", os.Getpagesize())},
		{"memory", memory()},
		{"memory files", memoryFiles()},
		{"membarrier", membarrier()},
		{"cross-process copy", copies},
		{"huge pages", hugePages()},
	}
}

func kernel() string {
	var u unix.Utsname
	if err := unix.Uname(&u); err != nil {
		return "unknown kernel"
	}
	return "Linux " + unix.ByteSliceToString(u.Release[:])
}

func cores() string {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return fmt.Sprint(runtime.NumCPU())
	}
	return fmt.Sprintf("%d", set.Count())
}

// memory is the memory of the host, or the limit of the container.
func memory() string {
	info := meminfo()
	text := fmt.Sprintf("%s, %s available", mebibytes(info["MemTotal"]), mebibytes(info["MemAvailable"]))
	if n, err := numberIn("/sys/fs/cgroup/memory.max"); err == nil {
		text += fmt.Sprintf(", limited to %s", mebibytes(n>>10))
	}
	return text
}

// meminfo is /proc/meminfo, in KiB where it has a unit.
func meminfo() map[string]uint64 {
	out := map[string]uint64{}
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return out
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, rest, ok := strings.Cut(lines.Text(), ":"); ok {
			if words := strings.Fields(rest); len(words) > 0 {
				out[name], _ = strconv.ParseUint(words[0], 10, 64)
			}
		}
	}
	return out
}

func mebibytes(kib uint64) string { return fmt.Sprintf("%d MiB", kib>>10) }

func memoryFiles() string {
	file, err := job.NewFile(1)
	if err != nil {
		return "no: " + err.Error()
	}
	unix.Close(file.FD)
	return fmt.Sprintf("yes, sparse, %d TiB", uint64(job.FileBytes)>>40)
}

func membarrier() string {
	const query, privateExpedited, globalExpedited = 0, 1 << 3, 1 << 1
	offered, _, errno := unix.Syscall(unix.SYS_MEMBARRIER, query, 0, 0)
	switch {
	case errno != 0:
		return "no: " + errno.Error() + "; waiting ranks poll more often"
	case offered&globalExpedited != 0:
		return "yes, expedited between processes"
	case offered&privateExpedited != 0:
		return "within a process only; waiting ranks poll more often"
	}
	return "slow form only; waiting ranks poll more often"
}

func hugePages() string {
	var parts []string
	if text, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/shmem_enabled"); err == nil {
		if _, rest, ok := strings.Cut(string(text), "["); ok {
			setting, _, _ := strings.Cut(rest, "]")
			parts = append(parts, "transparent for shared memory: "+setting)
		}
	} else {
		parts = append(parts, "transparent for shared memory: not in this kernel")
	}
	info := meminfo()
	return strings.Join(append(parts, fmt.Sprintf("reserved: %d of %d KiB each", info["HugePages_Total"], info["Hugepagesize"])), "; ")
}

// childMark marks the child of crossProcessCopy.
const childMark = "GASNETGO_INFO_CHILD"

// crossProcessCopy starts a child that tries to read this process, as one rank reads another. A child is not an ancestor of this process, and
// restrictions of kernels and containers check exactly that.
func crossProcessCopy() string {
	exe, err := os.Executable()
	if err != nil {
		return "unknown: " + err.Error()
	}
	if strings.HasSuffix(exe, ".test") { // a test binary would run all its tests again, this one among them
		return "unknown: called from a test"
	}
	// The variable marks the child: an executable that is not the real tool, such as a test, must not start itself again and again.
	if os.Getenv(childMark) != "" {
		return "untried"
	}
	here, err := mappedAddress()
	if err != nil {
		return "unknown: " + err.Error()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	child := exec.CommandContext(ctx, exe, "info", "remote-read", strconv.Itoa(os.Getpid()), strconv.FormatUint(here, 16))
	child.Env = append(os.Environ(), childMark+"=1")
	out, err := child.Output()
	if err == nil {
		return "permitted"
	}
	why := strings.TrimSpace(string(out))
	if why == "" {
		why = err.Error()
	}
	if scope, err := os.ReadFile("/proc/sys/kernel/yama/ptrace_scope"); err == nil && strings.TrimSpace(string(scope)) != "0" {
		why += ", kernel.yama.ptrace_scope is " + strings.TrimSpace(string(scope))
	}
	return "not permitted (" + why + "); memory outside the shared windows takes a slower path"
}

// mappedAddress is an address that is mapped in this process: the first in its map.
func mappedAddress() (uint64, error) {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(maps), "-")
	return strconv.ParseUint(first, 16, 64)
}

// newRemoteReadCommand is the child of crossProcessCopy.
func newRemoteReadCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "remote-read pid address",
		Hidden: true,
		Args:   cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			pid, err := strconv.Atoi(args[0])
			if err != nil {
				return err
			}
			address, err := strconv.ParseUint(args[1], 16, 64)
			if err != nil {
				return err
			}
			var word [8]byte
			n, err := unix.ProcessVMReadv(pid, []unix.Iovec{{Base: &word[0], Len: uint64(len(word))}},
				[]unix.RemoteIovec{{Base: uintptr(address), Len: len(word)}}, 0)
			if err == nil && n != len(word) {
				err = errors.New("short read")
			}
			if err != nil {
				fmt.Fprintln(cmd.OutOrStdout(), err)
				return usage.Status(1)
			}
			return nil
		},
	}
}
