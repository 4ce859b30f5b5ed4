// Package rankset writes sets of ranks for people.
package rankset

import (
	"fmt"
	"strings"
)

// Subject is ranks, in rising order, as the subject of a sentence.
func Subject(ranks []int) string {
	if len(ranks) == 1 {
		return fmt.Sprintf("rank %d", ranks[0])
	}
	return fmt.Sprintf("%d ranks, %s", len(ranks), Ranges(ranks))
}

// Ranges writes numbers that rise as in "0-3, 5", some of them if there are many.
func Ranges(n []int) string {
	const most = 12
	var all []string
	for i := 0; i < len(n); {
		last := i
		for last+1 < len(n) && n[last+1] == n[last]+1 {
			last++
		}
		if len(all) == most {
			return strings.Join(all, ", ") + ", ..."
		}
		if last == i {
			all = append(all, fmt.Sprint(n[i]))
		} else {
			all = append(all, fmt.Sprintf("%d-%d", n[i], n[last]))
		}
		i = last + 1
	}
	return strings.Join(all, ", ")
}
