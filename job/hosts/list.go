package hosts

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"gasnetgo/job"
)

// Host is a host with the ranks that it gets.
type Host struct {
	Name  string
	Ranks int
}

// ParseList reads a list such as a:2,b:2. A host without a number gets one rank.
func ParseList(text string) ([]Host, error) {
	var hosts []Host
	for _, word := range strings.Split(text, ",") {
		h, err := parseHost(strings.TrimSpace(word), ":")
		if err != nil {
			return nil, fmt.Errorf("--hosts %q: %w", text, err)
		}
		hosts = append(hosts, h)
	}
	return checked(hosts)
}

// parseHost reads a name with a number behind a separator. Brackets keep the colons of an IPv6 address.
func parseHost(word, separator string) (Host, error) {
	name, number, some := word, "1", false
	if rest, ok := strings.CutPrefix(word, "["); ok {
		inside, after, closed := strings.Cut(rest, "]")
		if !closed || after != "" && !strings.HasPrefix(after, separator) {
			return Host{}, fmt.Errorf("%q: not a name, or an address in brackets, and perhaps %sN", word, separator)
		}
		name = inside
		if after != "" {
			number, some = after[len(separator):], true
		}
	} else {
		name, number, some = strings.Cut(word, separator)
	}
	if !some {
		number = "1"
	}
	n, err := strconv.Atoi(number)
	switch {
	case name == "" || strings.HasPrefix(name, "-") || strings.ContainsAny(name, " \t\n"):
		return Host{}, fmt.Errorf("%q: not the name of a host", name)
	case err != nil || n < 1 || n > job.MaxRanks:
		return Host{}, fmt.Errorf("host %s: %q is not a number of ranks (1 to %d)", name, number, job.MaxRanks)
	}
	return Host{name, n}, nil
}

// ReadFile reads a file with a host on each line, as in "a slots=2", "a:2" or "a"; # begins a comment.
func ReadFile(path string) ([]Host, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("--hostfile: %w", err)
	}
	defer f.Close()
	var hosts []Host
	lines := bufio.NewScanner(f)
	for number := 1; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		word := words[0]
		for _, w := range words[1:] {
			slots, ok := strings.CutPrefix(w, "slots=")
			if !ok {
				return nil, fmt.Errorf("--hostfile %s, line %d: %q: not slots=N", path, number, w)
			}
			word += ":" + slots
		}
		h, err := parseHost(word, ":")
		if err != nil {
			return nil, fmt.Errorf("--hostfile %s, line %d: %w", path, number, err)
		}
		hosts = append(hosts, h)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("--hostfile %s: %w", path, err)
	}
	if len(hosts) == 0 {
		return nil, fmt.Errorf("--hostfile %s: no host in it", path)
	}
	return checked(hosts)
}

// checked adds up the ranks of a job. A host may be in a list once: its ranks share one memory file.
func checked(hosts []Host) ([]Host, error) {
	seen, size := map[string]bool{}, 0
	for _, h := range hosts {
		if seen[h.Name] {
			return nil, fmt.Errorf("host %s is named twice; give it all its ranks at once, as in %s:4", h.Name, h.Name)
		}
		seen[h.Name] = true
		size += h.Ranks
	}
	if size > job.MaxRanks {
		return nil, fmt.Errorf("%d ranks on %d hosts: a job has at most %d", size, len(hosts), job.MaxRanks)
	}
	return hosts, nil
}

// Size is the number of ranks of a job on these hosts.
func Size(hosts []Host) int {
	n := 0
	for _, h := range hosts {
		n += h.Ranks
	}
	return n
}

// Take limits hosts to n ranks in all, filled in order; -n may ask for fewer than the hosts have, not for more.
func Take(hosts []Host, n int) ([]Host, error) {
	if size := Size(hosts); n > size {
		return nil, fmt.Errorf("-n %d: the hosts have %d ranks; give them more, as in %s:%d", n, size, hosts[0].Name, hosts[0].Ranks+n-size)
	}
	var some []Host
	for _, h := range hosts {
		if n == 0 {
			break
		}
		h.Ranks = min(h.Ranks, n)
		n -= h.Ranks
		some = append(some, h)
	}
	return some, nil
}
