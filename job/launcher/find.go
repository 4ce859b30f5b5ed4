package launcher

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Find is where a program is: as it stands when it holds a slash (below dir, if the ranks run elsewhere), else in PATH, else in the
// current directory. The error says which of "not found" and "not executable" it was.
func Find(program, dir string) (string, error) {
	if strings.Contains(program, "/") {
		at := program
		if dir != "" && !filepath.IsAbs(at) {
			// Relative to where the user is, like the shell's completion, not to where the ranks will be.
			if abs, err := filepath.Abs(at); err == nil {
				at = abs
			}
		}
		return at, executable(at)
	}
	if program == "" {
		return "", failure(StatusUsage, "no program given")
	}
	var blocked error
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		if folder == "" {
			folder = "."
		}
		at, err := filepath.Abs(filepath.Join(folder, program))
		if err != nil {
			continue
		}
		err = executable(at)
		if err == nil {
			return at, nil
		}
		var f *Error
		if blocked == nil && errors.As(err, &f) && f.Status == StatusNotExecutable {
			blocked = err
		}
	}
	at, err := filepath.Abs(program)
	if err == nil {
		err = executable(at)
	}
	var f *Error
	if errors.As(err, &f) && f.Status == StatusNotFound {
		if blocked != nil {
			return "", blocked
		}
		return "", failure(StatusNotFound, "%s: not found in PATH nor in the current directory", program)
	}
	return at, err
}

func executable(path string) error {
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return failure(StatusNotFound, "%s: no such file", path)
	case err != nil:
		return failure(StatusNotExecutable, "%v", err)
	case st.IsDir():
		return failure(StatusNotExecutable, "%s: is a directory", path)
	case unix.Access(path, unix.X_OK) != nil:
		return failure(StatusNotExecutable, "%s: not executable", path)
	}
	return nil
}

// Binding turns none, core or a list such as 0,2,4-7 into cores; rank i gets the i-th, counting round.
func Binding(text string) ([]int, error) {
	if text == "" || text == "none" {
		return nil, nil
	}
	var own unix.CPUSet
	if err := unix.SchedGetaffinity(0, &own); err != nil {
		return nil, failure(1, "cannot read the cores this process may use: %v", err)
	}
	var cpus []int
	if text == "core" {
		for i := range len(own) * 64 {
			if own.IsSet(i) {
				cpus = append(cpus, i)
			}
		}
		return cpus, nil
	}
	for _, part := range strings.Split(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		a, err := strconv.Atoi(first)
		b := a
		if err == nil && isRange {
			b, err = strconv.Atoi(last)
		}
		if err != nil || a < 0 || b < a || b >= len(own)*64 {
			return nil, failure(StatusUsage, "--bind %q: not none, core, or a list of cores such as 0,2,4-7", text)
		}
		for cpu := a; cpu <= b; cpu++ {
			if !own.IsSet(cpu) {
				return nil, failure(StatusUsage, "--bind %q: core %d is not one this process may use", text, cpu)
			}
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}
