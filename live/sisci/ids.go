package sisci

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gasnetgo/internal/knob"
)

const mostID = 1<<16 - 1 // sci_address_t has 16 bits

// readIDs reads ids of nodes, by rank: a list with commas; empty: 4, 8, 12 and so on, as SCI numbers nodes.
func readIDs(text string, ranks int) (ids []uint32, err error) {
	if text == "" {
		for rank := range ranks {
			ids = append(ids, uint32(4*(rank+1)))
		}
		return ids, nil
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
	if len(ids) != ranks {
		return nil, fmt.Errorf("%s=%s: %d ids for %d ranks", knob.SisciNodes, text, len(ids), ranks)
	}
	return ids, nil
}
