package live

import (
	"encoding/hex"
	"math/bits"
	"strings"

	"golang.org/x/sys/unix"

	"gasnetgo/job"
)

// cores are those that a rank may run on, of the machine with this boot; the zero value: unknown.
type cores struct {
	Boot [16]byte
	Mask [16]uint64
}

func myCores() (c cores) {
	var set unix.CPUSet
	boot, err := hex.DecodeString(strings.ReplaceAll(job.BootID(), "-", ""))
	if err != nil || len(boot) != len(c.Boot) || unix.SchedGetaffinity(0, &set) != nil {
		return c
	}
	copy(c.Boot[:], boot)
	for i := range len(set) * bits.UintSize {
		if i/64 < len(c.Mask) && set.IsSet(i) {
			c.Mask[i/64] |= 1 << (i % 64)
		}
	}
	return c
}

// overlaps reports whether two ranks may run on one core.
func (c cores) overlaps(o cores) bool {
	for i, word := range c.Mask {
		if c.Boot == o.Boot && word&o.Mask[i] != 0 {
			return true
		}
	}
	return false
}

// oversubscribed reports whether the ranks that share cores with rank, directly or through others, outnumber these cores. all are the cores of each rank of the job. Hosts that are containers of
// one machine share its cores.
func oversubscribed(all []cores, rank int) bool {
	shared, ranks := all[rank], 1
	in := make([]bool, len(all))
	in[rank] = true
	for grown := true; grown; {
		grown = false
		for r, c := range all {
			if in[r] || !c.overlaps(shared) {
				continue
			}
			in[r], grown = true, true
			ranks++
			for i, word := range c.Mask {
				shared.Mask[i] |= word
			}
		}
	}
	count := 0
	for _, word := range shared.Mask {
		count += bits.OnesCount64(word)
	}
	return count > 0 && ranks > count
}
