package knob

import (
	"errors"
	"math/big"
	"strconv"
	"strings"
)

// Portion is an amount of memory for a rank: bytes, or a share of the host's memory; of each rank, or of all ranks of a host together.
type Portion struct {
	Bytes   uint64   // 0: not given in bytes
	Share   *big.Rat // of the host's memory, more than 0 and at most 1; nil: given in bytes
	PerHost bool     // the ranks of a host divide it
}

// Of is the bytes of one of the given number of ranks on a host with so much memory.
func (p Portion) Of(memory uint64, ranks int) uint64 {
	bytes := p.Bytes
	if p.Share != nil {
		n := new(big.Rat).Mul(p.Share, new(big.Rat).SetInt(new(big.Int).SetUint64(memory)))
		bytes = new(big.Int).Quo(n.Num(), n.Denom()).Uint64()
	}
	if p.PerHost {
		bytes /= uint64(max(ranks, 1))
	}
	return bytes
}

// ParsePortion reads what GASNet's releases read between them: a size as ParseSize reads it, or in hexadecimal from 0x on, with one optional letter of k, m, g,
// t; or a share of the host's memory, a number with a point from above 0 to 1, a fraction a/b, or a percentage. /P at the end (or P) is each rank's, as is
// nothing; /H is divided by the ranks of a host.
func ParsePortion(text string) (p Portion, err error) {
	s := strings.ToLower(strings.TrimSpace(text))
	if body, last := s[:max(len(s)-1, 0)], s[max(len(s)-1, 0):]; last == "p" || last == "h" {
		p.PerHost = last == "h"
		s = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(body), "/"))
	}
	if p.Share = share(s); p.Share != nil {
		if p.Share.Sign() <= 0 || p.Share.Cmp(big.NewRat(1, 1)) > 0 {
			return Portion{}, errors.New("a share of the host's memory is more than 0 and at most 1, or 100%")
		}
		return p, nil
	}
	if digits, hex := strings.CutPrefix(s, "0x"); hex {
		p.Bytes, err = hexadecimal(digits)
	} else {
		p.Bytes, err = ParseSize(s)
	}
	if err != nil {
		return Portion{}, errors.New(err.Error() + `, or as in 0x40000000; or a share of the host's memory, as in 0.85, 85%; each for a rank (/P) or a host (/H)`)
	}
	return p, nil
}

// share is a number without a unit that has a point, a fraction or a percentage; nil for other texts.
func share(s string) *big.Rat {
	number, percent := strings.CutSuffix(s, "%")
	number = strings.TrimSpace(number)
	if !percent && !strings.ContainsAny(number, "./") || strings.Trim(number, "0123456789./") != "" || len(number) > 40 {
		return nil
	}
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		return nil
	}
	if percent {
		r.Quo(r, big.NewRat(100, 1))
	}
	return r
}

// hexadecimal reads hexadecimal digits and one optional letter of k, m, g, t; b after it is ignored only there, since it is a digit.
func hexadecimal(s string) (uint64, error) {
	i := len(s) - len(strings.TrimLeft(s, "0123456789abcdef"))
	shift := 0
	if rest := s[i:]; rest != "" {
		at := strings.IndexByte("kmgt", rest[0])
		if at < 0 || rest[1:] != "" && rest[1:] != "b" {
			return 0, errors.New("not a size")
		}
		shift = 10 * (at + 1)
	}
	n, err := strconv.ParseUint(s[:i], 16, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && n<<shift>>shift != n:
		return 0, errors.New("larger than any memory")
	case err != nil:
		return 0, errors.New("not a size")
	}
	return n << shift, nil
}

func (v Setting) asPortion() (Portion, error) {
	p, err := ParsePortion(v.Text)
	if err != nil {
		return p, v.wrong(err.Error())
	}
	return p, v.bounds(p.Bytes)
}
