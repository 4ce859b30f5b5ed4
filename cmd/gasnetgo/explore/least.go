package explore

import "slices"

// Least looks for the fewest of a failing run's delays that still make it fail, in so many runs at most (delta debugging: parts are left out, halves at first, then
// smaller ones). Each of those that it returns is needed if it has not run out of runs. fails reports whether a run with some of the delays fails.
func Least(ids []string, most int, fails func(only []string) (bool, error)) (least []string, runs int, err error) {
	try := func(only []string) bool {
		if err != nil || runs >= most {
			return false
		}
		runs++
		var bad bool
		bad, err = fails(only)
		return bad
	}
	if try([]string{}) {
		return nil, runs, err
	}
	least = ids
	for parts := 2; len(least) > 1; {
		size := (len(least) + parts - 1) / parts
		smaller := false
		for from := 0; from < len(least) && !smaller; from += size {
			if part := least[from:min(from+size, len(least))]; len(part) < len(least) && parts == 2 && try(part) {
				least, parts, smaller = slices.Clone(part), 2, true
			}
		}
		for from := 0; from < len(least) && !smaller; from += size {
			rest := slices.Concat(least[:from], least[min(from+size, len(least)):])
			if len(rest) > 0 && try(rest) {
				least, parts, smaller = rest, max(parts-1, 2), true
			}
		}
		switch {
		case smaller:
		case parts >= len(least) || runs >= most || err != nil:
			return least, runs, err
		default:
			parts = min(2*parts, len(least))
		}
	}
	return least, runs, err
}
