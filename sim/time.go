package sim

import "strconv"

// Time is picoseconds since the start of the simulation, or a duration in picoseconds. It lasts for 106 days.
type Time int64

// Durations.
const (
	Picosecond  Time = 1
	Nanosecond       = 1000 * Picosecond
	Microsecond      = 1000 * Nanosecond
	Millisecond      = 1000 * Microsecond
	Second           = 1000 * Millisecond
)

// Never is later than everything.
const Never Time = 1<<63 - 1

// String is the time in the largest unit that it reaches, to the last picosecond: "5.39us".
func (t Time) String() string {
	if t < 0 {
		return "-" + (-t).String()
	}
	switch {
	case t >= Second:
		return decimal(t, Second) + "s"
	case t >= Millisecond:
		return decimal(t, Millisecond) + "ms"
	case t >= Microsecond:
		return decimal(t, Microsecond) + "us"
	case t >= Nanosecond:
		return decimal(t, Nanosecond) + "ns"
	}
	return strconv.FormatInt(int64(t), 10) + "ps"
}

// decimal is t in units, without trailing zeros.
func decimal(t, unit Time) string {
	s := strconv.FormatInt(int64(t/unit), 10)
	rest := t % unit
	if rest == 0 {
		return s
	}
	s += "."
	for ; rest != 0; rest %= unit {
		unit /= 10
		s += string(rune('0' + rest/unit))
	}
	return s
}

// Microseconds is the time in microseconds, for tables.
func (t Time) Microseconds() float64 { return float64(t) / float64(Microsecond) }

// Rate is bytes per second.
type Rate int64

// Take is the time that n bytes take, rounded up to the next picosecond; 0 if the rate is 0, which means unlimited.
func (r Rate) Take(n uint64) Time {
	if r == 0 || n == 0 {
		return 0
	}
	return Time(mulDivUp(n, uint64(Second), uint64(r)))
}

// Pace is a rate that caches its last result: most trains have the same size, and a division is slow.
type Pace struct {
	Rate
	bytes uint64
	takes Time
}

// Take is like Rate.Take.
func (p *Pace) Take(bytes uint64) Time {
	if bytes != p.bytes {
		p.bytes, p.takes = bytes, p.Rate.Take(bytes)
	}
	return p.takes
}
