package sisci

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"gasnetgo/internal/knob"
	"gasnetgo/sisci/nodes"
)

const mostID = 1<<16 - 1 // sci_address_t has 16 bits

// readIDs reads ids of nodes, by rank: a list with commas, or @ and the name of a file as GASNet's conduit for SCI reads it; empty: 4, 8, 12 and so on, as SCI numbers nodes.
func readIDs(text string, ranks int) (ids []uint32, err error) {
	if text == "" {
		for rank := range ranks {
			ids = append(ids, uint32(4*(rank+1)))
		}
		return ids, nil
	}
	if file, is := strings.CutPrefix(text, "@"); is {
		content, err := os.ReadFile(file)
		if err == nil {
			ids, err = nodes.Parse(string(content))
		}
		if err != nil {
			return nil, fmt.Errorf("%s=%s: %w", knob.SisciNodes, text, err)
		}
		for _, id := range ids {
			if id == 0 || id > mostID {
				return nil, fmt.Errorf("%s=%s: %d is no id of a node, which is from 1 to %d", knob.SisciNodes, text, id, mostID)
			}
		}
		return counted(text, ids, ranks)
	}
	for _, word := range strings.Split(text, ",") {
		n, err := strconv.ParseUint(strings.TrimSpace(word), 10, 32)
		if err != nil || n == 0 || n > mostID {
			return nil, fmt.Errorf("%s=%s: %q is no id of a node, which is from 1 to %d", knob.SisciNodes, text, word, mostID)
		}
		if slices.Contains(ids, uint32(n)) {
			return nil, fmt.Errorf("%s=%s: two nodes have the id %d", knob.SisciNodes, text, n)
		}
		ids = append(ids, uint32(n))
	}
	return counted(text, ids, ranks)
}

// counted returns ids if there is one for each rank.
func counted(text string, ids []uint32, ranks int) ([]uint32, error) {
	if len(ids) != ranks {
		return nil, fmt.Errorf("%s=%s: %d ids for %d ranks", knob.SisciNodes, text, len(ids), ranks)
	}
	return ids, nil
}
