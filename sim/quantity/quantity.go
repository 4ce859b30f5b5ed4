// Package quantity reads times, sizes, rates and frequencies with their units, as machine files have them.
package quantity

import (
	"math/big"
	"strconv"
	"strings"

	"gasnetgo/sim"
)

// Duration is a time with its unit, as "2us".
type Duration struct{ sim.Time }

// Size is bytes with their unit, as "12B", "4KB" (1,000) or "4KiB" (1,024).
type Size struct{ Bytes uint64 }

// Rate is bytes per second with their unit, as "2.5GB/s".
type Rate struct{ sim.Rate }

// Frequency is in hertz, with its unit, as "2.4GHz".
type Frequency struct{ Hz uint64 }

var (
	timeUnits = units{"a time", "2us", []unit{{"ps", 1}, {"ns", 1e3}, {"us", 1e6}, {"ms", 1e9}, {"s", 1e12}}}
	sizeUnits = units{"a size", "4KiB", []unit{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1}}}
	rateUnits = units{"a rate", "2.5GB/s", []unit{{"KB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}, {"B/s", 1}}}
	freqUnits = units{"a frequency", "2.4GHz", []unit{{"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}, {"Hz", 1}}}
)

// UnmarshalText reads a time.
func (d *Duration) UnmarshalText(text []byte) error {
	n, err := timeUnits.parse(string(text))
	d.Time = sim.Time(n)
	return err
}

// UnmarshalText reads a size.
func (s *Size) UnmarshalText(text []byte) error {
	n, err := sizeUnits.parse(string(text))
	s.Bytes = uint64(n)
	return err
}

// UnmarshalText reads a rate.
func (r *Rate) UnmarshalText(text []byte) error {
	n, err := rateUnits.parse(string(text))
	r.Rate = sim.Rate(n)
	return err
}

// UnmarshalText reads a frequency.
func (f *Frequency) UnmarshalText(text []byte) error {
	n, err := freqUnits.parse(string(text))
	f.Hz = uint64(n)
	return err
}

// units are a quantity's units. One that ends like another comes before it.
type units struct {
	what, example string
	list          []unit
}

// unit is a unit's name and how many of the smallest it is.
type unit struct {
	name string
	in   int64
}

// Error is a text that is no quantity.
type Error struct{ Text, why string }

func (e *Error) Error() string { return strconv.Quote(e.Text) + " is " + e.why }

// Form describes times in messages.
func (Duration) Form() string { return timeUnits.form() }

// Form describes sizes in messages.
func (Size) Form() string { return sizeUnits.form() }

// Form describes rates in messages.
func (Rate) Form() string { return rateUnits.form() }

// Form describes frequencies in messages.
func (Frequency) Form() string { return freqUnits.form() }

// parse reads a number with a unit. It must be a whole number of the smallest unit and not negative.
func (u units) parse(text string) (int64, error) {
	for _, unit := range u.list {
		number, ok := strings.CutSuffix(text, unit.name)
		number = strings.TrimSpace(number)
		if !ok || number == "" || strings.Trim(number, "0123456789._") != "" {
			continue
		}
		r, ok := new(big.Rat).SetString(strings.ReplaceAll(number, "_", ""))
		if !ok {
			continue
		}
		if r.Mul(r, new(big.Rat).SetInt64(unit.in)); !r.IsInt() || !r.Num().IsInt64() {
			return 0, &Error{text, "not a whole number of " + u.smallest()}
		}
		return r.Num().Int64(), nil
	}
	return 0, &Error{text, "not " + u.form()}
}

// form describes the texts that parse reads.
func (u units) form() string {
	var names []string
	for _, unit := range u.list {
		names = append(names, unit.name)
	}
	return u.what + ": a number of 0 or more with one of the units " + strings.Join(names, ", ") + ", as in " + strconv.Quote(u.example)
}

func (u units) smallest() string {
	for _, unit := range u.list {
		if unit.in == 1 {
			return unit.name
		}
	}
	return ""
}
