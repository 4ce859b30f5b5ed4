package disorder

import "gasnetgo/sim"

// draw is a random number for a purpose. It depends on nothing else, so that leaving one decision out changes no other.
type draw uint64

// on makes the draw for a part of the purpose.
func (d draw) on(part uint64) draw { return draw(sim.Mix(uint64(d) ^ sim.Mix(part))) }

// word makes the draw for a name.
func (d draw) word(name string) draw {
	h := uint64(14695981039346656037) // FNV-1a
	for _, c := range []byte(name) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return d.on(h)
}

// below is a number from 0 to n-1.
func (d draw) below(n uint64) uint64 { return sim.Mix(uint64(d)) % n }

// holds is true with a probability of part in whole.
func (d draw) holds(part, whole uint64) bool { return d.below(whole) < part }

// share is one of the probabilities 0, a half and 1, in halves: what needs j things late and i others early is found best with j/(i+j), which differs from error to error.
func (d draw) share() uint64 { return d.below(3) }

// magnitude is 1, 2, 4 .. 2^most, each as likely: how long a delay has to be is not known, and each order of magnitude gets the same chance.
func (d draw) magnitude(most uint64) sim.Time { return 1 << d.below(most+1) }

// The purposes.
const (
	forRead uint64 = 1 + iota
	forDeliver
	forHold
	forSize
	forMost
	forSlow
	forPause
	forStart
	forChange
	forRefuse
	forKind
)
