package nodes

import (
	"fmt"
	"strconv"
	"strings"
)

// Machine is a machine of the network: its name and the id of its node.
type Machine struct {
	Name string
	ID   uint32
}

// ParseMachines reads a list of machines, one on each line: name, SCI id. A line without text ends it.
func ParseMachines(text string) (all []Machine, err error) {
	names, ids := map[string]int{}, map[uint32]int{}
	for i, fields := range lines(text) {
		line := i + 1
		if len(fields) != 2 {
			return nil, fmt.Errorf("line %d: %q is not the name of a machine and its SCI id", line, strings.Join(fields, " "))
		}
		v, err := strconv.ParseUint(fields[1], 10, 31)
		if err != nil {
			return nil, fmt.Errorf("line %d: %q is no SCI id, which is a decimal number of at most %d", line, fields[1], 1<<31-1)
		}
		m := Machine{fields[0], uint32(v)}
		if before, ok := names[m.Name]; ok {
			return nil, fmt.Errorf("line %d: the machine %s, which line %d has, too", line, m.Name, before)
		}
		if before, ok := ids[m.ID]; ok {
			return nil, fmt.Errorf("line %d: the SCI id %d, which line %d has, too", line, m.ID, before)
		}
		names[m.Name], ids[m.ID] = line, line
		all = append(all, m)
	}
	return all, nil
}

// ParseJob reads the names of the machines of a job, one on each line. A line without text ends them.
func ParseJob(text string) (names []string, err error) {
	before := map[string]int{}
	for i, fields := range lines(text) {
		line := i + 1
		if len(fields) != 1 {
			return nil, fmt.Errorf("line %d: %q is not the name of a machine", line, strings.Join(fields, " "))
		}
		if first, ok := before[fields[0]]; ok {
			return nil, fmt.Errorf("line %d: the machine %s, which line %d has, too: a node has one rank", line, fields[0], first)
		}
		before[fields[0]] = line
		names = append(names, fields[0])
	}
	return names, nil
}

// lines is the words of lines, up to the first one without any.
func lines(text string) (all [][]string) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			break
		}
		all = append(all, fields)
	}
	return all
}

// Choose is the machines of a job by rank: the first ones of the job's list, or without one (nil) of all machines.
func Choose(machines []Machine, job []string, ranks int) ([]Machine, error) {
	if ranks < 1 {
		return nil, fmt.Errorf("%s, but a job has at least 1", count(ranks, "rank"))
	}
	if job == nil {
		if ranks > len(machines) {
			return nil, fmt.Errorf("%s, but the network has %s", count(ranks, "rank"), count(len(machines), "machine"))
		}
		return machines[:ranks], nil
	}
	if ranks > len(job) {
		return nil, fmt.Errorf("%s, but the job's list has %s", count(ranks, "rank"), count(len(job), "machine"))
	}
	chosen := make([]Machine, 0, ranks)
	for i, name := range job[:ranks] {
		m, ok := find(machines, name)
		if !ok {
			return nil, fmt.Errorf("line %d of the job's list: the network, of %s, has no machine %s", i+1, count(len(machines), "machine"), name)
		}
		chosen = append(chosen, m)
	}
	return chosen, nil
}

// count is a number of things.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func find(machines []Machine, name string) (Machine, bool) {
	for _, m := range machines {
		if m.Name == name {
			return m, true
		}
	}
	return Machine{}, false
}

// IDs is the SCI ids of machines, as Format writes them.
func IDs(machines []Machine) (ids []uint32) {
	for _, m := range machines {
		ids = append(ids, m.ID)
	}
	return ids
}
