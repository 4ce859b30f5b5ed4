package main

import (
	"debug/elf"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gasnetgo/cmd/usage"
)

const preloadVariable = "LD_PRELOAD"

// splitPreload divides the libraries of LD_PRELOAD: simulated ranks load a copy each of those that they name by a path, as they load the program; the process of all
// ranks loads an allocator, which is one for all, and what cannot be read, about which the dynamic loader says so. Sanitizers are refused.
func splitPreload(text string) (ranks, process []string, err error) {
	for _, path := range strings.FieldsFunc(text, func(c rune) bool { return c == ':' || c == ' ' }) {
		for _, sanitizer := range []string{"libasan.", "libtsan.", "libmsan.", "liblsan."} {
			if strings.HasPrefix(filepath.Base(path), sanitizer) {
				return nil, nil, fmt.Errorf("%s=%s: a sanitizer cannot serve many simulated ranks in one process; use it with a live run", preloadVariable, path)
			}
		}
		if !strings.Contains(path, "/") {
			usage.Print(fmt.Errorf("%s=%s has no path: it is loaded once for all simulated ranks, which call it only if it is an allocator; give its path, and each rank loads it",
				preloadVariable, path))
			process = append(process, path)
			continue
		}
		if allocates, err := definesMalloc(path); err != nil || allocates {
			process = append(process, path)
			continue
		}
		if path, err = filepath.Abs(path); err != nil {
			return nil, nil, err
		}
		ranks = append(ranks, path)
	}
	return ranks, process, nil
}

func definesMalloc(library string) (bool, error) {
	f, err := elf.Open(library)
	if err != nil {
		return false, err
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	return slices.ContainsFunc(symbols, func(s elf.Symbol) bool { return s.Name == "malloc" && s.Section != elf.SHN_UNDEF }), err
}

// withPreload is an environment for the process of all ranks.
func withPreload(env, libraries []string) []string {
	env = slices.DeleteFunc(slices.Clone(env), func(v string) bool { return strings.HasPrefix(v, preloadVariable+"=") })
	if len(libraries) > 0 {
		env = append(env, preloadVariable+"="+strings.Join(libraries, ":"))
	}
	return env
}

// lastValue is a variable's value in an environment: the last one counts.
func lastValue(env []string, name string) (value string) {
	for _, v := range env {
		if text, ok := strings.CutPrefix(v, name+"="); ok {
			value = text
		}
	}
	return value
}
