package knob

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"time"
)

// ParseSize reads OpenSHMEM's syntax of a size: a decimal number that may have a fraction, then one optional letter k, m, g or t in
// either case (powers of 1024), after which any text is ignored. The result is rounded up: "3.1M" is 3250586.
func ParseSize(text string) (uint64, error) {
	const allowed = `not a size; write digits, perhaps a fraction, and one of k, m, g, t, as in "512M" or "1.5g"`
	s := strings.TrimSpace(text)
	i := digits(s)
	whole, rest := s[:i], s[i:]
	frac := ""
	if strings.HasPrefix(rest, ".") {
		n := digits(rest[1:])
		frac, rest = rest[1:1+n], rest[1+n:]
	}
	if whole == "" && frac == "" {
		return 0, errors.New(allowed)
	}
	shift := 0
	if rest != "" {
		at := strings.IndexByte("kmgt", rest[0]|0x20)
		if at < 0 {
			return 0, errors.New(allowed)
		}
		shift = 10 * (at + 1)
	}
	w, err := strconv.ParseUint("0"+whole, 10, 64)
	n, over := bits.Add64(w<<shift, fraction(frac, uint64(1)<<shift), 0)
	if err != nil || bits.LeadingZeros64(w) < shift || over != 0 {
		return 0, errors.New("larger than any memory")
	}
	return n, nil
}

// fraction is ceil(0.digits * unit), exactly: floats would round "3.1M" differently on different days.
func fraction(frac string, unit uint64) uint64 {
	frac = strings.TrimRight(frac, "0")
	rest := uint64(0)
	if len(frac) > 18 { // beyond what 10^n fits; a non-zero tail can only push the result up to the next byte
		frac, rest = frac[:18], 1
	}
	if frac == "" {
		return 0
	}
	num, den := uint64(0), uint64(1)
	for _, c := range []byte(frac) {
		num, den = num*10+uint64(c-'0'), den*10
	}
	hi, lo := bits.Mul64(num, unit)
	q, r := bits.Div64(hi, lo, den)
	if r != 0 || rest != 0 {
		q++
	}
	return q
}

func digits(s string) int {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// ParseDuration reads "1.5s", "2m30s" or a plain number of seconds; negative times are refused.
func ParseDuration(text string) (time.Duration, error) {
	s := strings.TrimSpace(text)
	d, err := time.ParseDuration(s)
	if err != nil {
		d, err = time.ParseDuration(s + "s")
	}
	if err != nil || d < 0 {
		return 0, errors.New(`not a time; write seconds, or as in "90s", "2m"`)
	}
	return d, nil
}

func (v Setting) asDuration() (time.Duration, error) {
	for _, word := range v.Knob.Choices {
		if strings.EqualFold(word, strings.TrimSpace(v.Text)) {
			return 0, nil
		}
	}
	d, err := ParseDuration(v.Text)
	if err != nil {
		why := err.Error()
		if len(v.Knob.Choices) > 0 {
			why += "; or " + strings.Join(v.Knob.Choices, ", ")
		}
		return 0, v.wrong(why)
	}
	return d, nil
}

func (v Setting) asInt() (int64, error) {
	s := strings.TrimSpace(v.Text)
	for i, word := range v.Knob.Choices {
		if strings.EqualFold(word, s) {
			return int64(-1 - i), nil
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		why := "not a whole number"
		if len(v.Knob.Choices) > 0 {
			why += ", nor " + strings.Join(v.Knob.Choices, ", ")
		}
		return 0, v.wrong(why)
	}
	return n, v.bounds(uint64(n))
}

func (v Setting) asSize() (uint64, error) {
	n, err := ParseSize(v.Text)
	if err != nil {
		return 0, v.wrong(err.Error())
	}
	return n, v.bounds(n)
}

func (v Setting) bounds(n uint64) error {
	if n >= v.Knob.Min && (v.Knob.Max == 0 || n <= v.Knob.Max) {
		return nil
	}
	if v.Knob.Kind == Size || v.Knob.Kind == Part {
		return v.wrong(fmt.Sprintf("not in %s..%s", sizeText(v.Knob.Min), sizeText(v.Knob.Max)))
	}
	return v.wrong(fmt.Sprintf("not in %d..%d", v.Knob.Min, v.Knob.Max))
}

func (v Setting) asBool() (bool, error) {
	switch s := strings.ToLower(strings.TrimSpace(v.Text)); s {
	case "1", "y", "yes", "on", "true":
		return true, nil
	case "0", "n", "no", "off", "false", "":
		return false, nil
	default:
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return n != 0, nil
		}
		return false, v.wrong("not on or off")
	}
}

func (v Setting) asReal() (float64, error) {
	above, below, fraction := strings.Cut(v.Text, "/")
	x, err := strconv.ParseFloat(strings.TrimSpace(above), 64)
	if fraction && err == nil {
		var by float64
		by, err = strconv.ParseFloat(strings.TrimSpace(below), 64)
		x /= by
	}
	if err != nil || !(x >= 0) || math.IsInf(x, 0) {
		return 0, v.wrong("not a number of 0 or more, nor a fraction a/b")
	}
	return x, nil
}

func (v Setting) asAddress() (uint64, error) {
	s := strings.TrimPrefix(strings.ToLower(strings.TrimSpace(v.Text)), "0x")
	n, err := strconv.ParseUint(s, 16, 64)
	if err != nil || n == 0 || n%4096 != 0 || n >= 1<<47 {
		return 0, v.wrong("not a page address in hexadecimal below 0x800000000000")
	}
	return n, nil
}

// sizeText is n in the largest unit that divides it.
func sizeText(n uint64) string {
	for i, unit := range []string{"T", "G", "M", "K"} {
		if shift := 40 - 10*i; n != 0 && n%(1<<shift) == 0 {
			return strconv.FormatUint(n>>shift, 10) + unit
		}
	}
	return strconv.FormatUint(n, 10)
}
