package sim

import "math/bits"

// mulDivUp is a*b/c, rounded up, without losing bits on the way. Results that need more than 63 bits become Never.
func mulDivUp(a, b, c uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi == 0 {
		q := lo / c
		if q*c != lo {
			q++
		}
		return min(q, uint64(Never))
	}
	if hi >= c {
		return uint64(Never)
	}
	q, rest := bits.Div64(hi, lo, c)
	if rest != 0 {
		q++
	}
	return min(q, uint64(Never))
}
