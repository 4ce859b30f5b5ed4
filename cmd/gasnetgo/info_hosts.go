package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gasnetgo/internal/knob"
)

const noPlugin = "this installation has no libgasnetgo-ofi.so, so its jobs have one host: install libfabric's headers (Debian: apt install libfabric-dev) and build again"

// printHosts prints what libfabric offers for jobs on several hosts, and which of that a job would use.
func printHosts(out io.Writer) error {
	text, err := offers()
	if err != nil {
		return err
	}
	return showHosts(out, text)
}

// offers is the output of ofi_info.
func offers() (string, error) {
	at, err := installed()
	if err != nil {
		return "", err
	}
	plugin, program := filepath.Join(at.libdir(), "gasnetgo", "libgasnetgo-ofi.so"), filepath.Join(at.prefix, "libexec", "gasnetgo", "ofi_info")
	for _, path := range []string{plugin, program} {
		if _, err := os.Stat(path); err != nil {
			return "", errors.New(noPlugin)
		}
	}
	knobs := knob.Read(os.LookupEnv)
	provider, err1 := knobs.Text(knob.OFIProvider)
	domain, err2 := knobs.Text(knob.OFIDomain)
	loopback, err3 := knobs.Bool(knob.OFILoopback)
	if err := errors.Join(err1, err2, err3); err != nil {
		return "", err
	}
	flag := "0"
	if loopback {
		flag = "1"
	}
	var text bytes.Buffer
	cmd := exec.Command(program, plugin, provider, domain, flag)
	cmd.Stdout, cmd.Stderr = &text, os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w", program, err)
	}
	return text.String(), nil
}

// showHosts prints what ofi_info says.
func showHosts(out io.Writer, text string) error {
	seen := map[string]bool{}
	fmt.Fprintf(out, "%-24s %-24s %s\n", "provider", "domain", "address")
	for line := range strings.Lines(text) {
		words := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case words[0] == "failed":
			return nothingChosen(words)
		case len(words) != 3:
			return fmt.Errorf("ofi_info: %q is no line of provider, domain and address", line)
		case words[0] == "chosen":
			fmt.Fprintf(out, "\na job uses %s on %s (%s and %s choose)\n", words[1], words[2], knob.OFIProvider, knob.OFIDomain)
		case !seen[line]:
			seen[line] = true
			fmt.Fprintf(out, "%-24s %-24s %s\n", words[0], words[1], words[2])
		}
	}
	return nil
}

func nothingChosen(words []string) error {
	return fmt.Errorf("%s (%s and %s choose)", strings.Join(words[1:], " "), knob.OFIProvider, knob.OFIDomain)
}

// chosenProvider is the one that a job would use here.
func chosenProvider() (string, error) {
	text, err := offers()
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(text) {
		switch words := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); {
		case words[0] == "failed":
			return "", nothingChosen(words)
		case words[0] == "chosen" && len(words) == 3:
			return words[1], nil
		}
	}
	return "", errors.New("ofi_info has chosen no provider")
}
