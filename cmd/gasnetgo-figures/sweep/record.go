package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gasnetgo/cmd/simjobs"
	"gasnetgo/sim/spec"
)

// record is what the file of a run has. A sweep that goes on reads it instead of running the program again.
type record struct {
	Machine  string   `json:"machine"`
	Ranks    int      `json:"n"`
	Set      []string `json:"set,omitempty"`
	Command  []string `json:"command"`
	Status   int      `json:"status"`
	Why      string   `json:"why,omitempty"` // the last line of standard error, of a run that failed
	Time     int64    `json:"time_ps"`       // virtual
	Messages uint64   `json:"messages"`
	Output   string   `json:"output"`
}

// program is what all runs of a sweep have in common.
type program struct {
	command []string // the program and its arguments
	path    string   // of the program
	flags   []string // further flags of gasnetgo run
	key     string   // changes with the program and with the installation
}

// newProgram finds a program and what its times depend on.
func newProgram(path string, command, flags []string) (*program, error) {
	p := &program{command: command, path: path, flags: flags}
	h := sha256.New()
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if _, err := io.Copy(h, file); err != nil {
		return nil, err
	}
	prefix, err := simjobs.Installed()
	if err != nil {
		return nil, err
	}
	for _, pattern := range []string{"libexec/gasnetgo/simhost", "bin/gasnetgo", "lib*/libgasnetgo.so*", "lib/*/libgasnetgo.so*"} {
		files, _ := filepath.Glob(filepath.Join(prefix, pattern)) // the pattern is valid
		for _, f := range files {
			if at, err := os.Stat(f); err == nil {
				fmt.Fprintln(h, f, at.Size(), at.ModTime().UnixNano())
			}
		}
	}
	fmt.Fprintf(h, "%q %q", command, flags)
	p.key = hex.EncodeToString(h.Sum(nil))
	return p, nil
}

// file is the name of a run's record. Runs whose results may differ have different names.
func (p *program) file(at *point) string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%s %s %d", p.key, at.about, at.ranks)))
	return hex.EncodeToString(sum[:8]) + ".json"
}

// job is the command line of a run, whose costs go to a file.
func (p *program) job(at *point, name, costs string) simjobs.Job {
	args := []string{"--machine", at.machine, "-n", fmt.Sprint(at.ranks), "--cost", costs}
	for _, s := range at.set {
		args = append(args, "--set", s)
	}
	return simjobs.Job{Name: name, Args: slices.Concat(args, p.flags, []string{"--", p.path}, p.command[1:])}
}

// load reads the record of a run that has succeeded; nil: there is none.
func load(file string) *record {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	r := new(record)
	if json.Unmarshal(text, r) != nil || r.Status != 0 {
		return nil
	}
	return r
}

// save writes the record of a run, so that there is all of it or nothing.
func (r *record) save(file string) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", append(text, '\n'), 0o666); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// newRecord is how a run has ended.
func newRecord(p *program, at *point, e *simjobs.Ended, costs string) *record {
	r := &record{Machine: at.machine, Ranks: at.ranks, Set: at.set, Command: p.command, Status: e.Status(), Output: string(e.Output)}
	if r.Status != 0 {
		lines := strings.Split(e.Complaint, "\n")
		if r.Why = strings.TrimPrefix(lines[len(lines)-1], "gasnetgo: "); r.Why == "" {
			r.Why = e.Err.Error()
		}
	}
	if text, err := os.ReadFile(costs); err == nil {
		if c, err := spec.DecodeCost(text); err == nil {
			r.Time, r.Messages = c.Virtual, c.Messages
		}
	}
	return r
}
