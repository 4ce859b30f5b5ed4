package bench

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// collectiveRanks are the sizes of jobs in which SHMEM's collectives are measured.
var collectiveRanks = []int{2, 4, 16}

// collectives are the rows of SHMEM's collectives: NAME_BYTES_RANKS.
func collectives() (rows []measure) {
	targets := map[string]float64{"reduce_8_2": 2, "reduce_1M_2": 0.4, "broadcast_1M_4": 0.5}
	small := []struct{ name, what string }{
		{"sync", "shmem_team_sync"}, {"broadcast_8", "broadcast of 8 bytes"}, {"reduce_8", "reduction of 8 bytes"},
		{"fcollect_8", "fcollect of 8 bytes each"}, {"alltoall_8", "alltoall of 8 bytes each"},
	}
	large := []struct{ name, what string }{
		{"broadcast_64K", "broadcast of 64 KiB"}, {"reduce_64K", "sum of 64 KiB of double"}, {"broadcast_1M", "broadcast of 1 MiB"},
		{"reduce_1M", "sum of 1 MiB of double"}, {"fcollect_1M", "fcollect, 1 MiB in all"}, {"alltoall_1M", "alltoall, 1 MiB in all"},
	}
	for _, ranks := range collectiveRanks {
		beside := "barrier with a futex"
		if ranks == 2 {
			beside = "round trip of 2 lines"
		}
		for _, s := range small {
			name := fmt.Sprintf("%s_%d", s.name, ranks)
			rows = append(rows, measure{name, fmt.Sprintf("%s, %d ranks", s.what, ranks), "ns", beside, times, targets[name]})
		}
		for _, l := range large {
			name := fmt.Sprintf("%s_%d", l.name, ranks)
			rows = append(rows, measure{name, fmt.Sprintf("%s, %d ranks together", l.what, ranks), "GB/s", "memcpy by all", fraction, targets[name]})
		}
	}
	return rows
}

// isCollective returns the number of ranks with which a row of collectives is measured.
func isCollective(name string) (ranks int, is bool) {
	for _, m := range collectives() {
		if m.name == name {
			ranks, err := strconv.Atoi(name[strings.LastIndexByte(name, '_')+1:])
			return ranks, err == nil
		}
	}
	return 0, false
}

// takeCollective returns the trials of one row; one job measures all rows of its size.
func (m *measurer) takeCollective(ctx context.Context, name string, ranks int) ([]trial, error) {
	if m.collective == nil {
		m.collective = map[int]map[string][]trial{}
	}
	if m.collective[ranks] == nil {
		program, err := benchProgram("shmem_coll")
		if err != nil {
			return nil, err
		}
		trials := 15
		if m.quick {
			trials = 9
		}
		out, err := launch(ctx, ranks, program, strconv.Itoa(trials))
		if err != nil {
			return nil, err
		}
		if m.collective[ranks], err = parseTrials(out); err != nil {
			return nil, err
		}
	}
	return m.collective[ranks][name], nil
}
