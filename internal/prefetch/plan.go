package prefetch

import "slices"

// Plan is what the rank on a CPU of the simulation and its interrupt handler will touch. The packages whose memory it is enter it, each in entries of its own; all
// that is not entered repeats the first entry.
type Plan struct {
	next    Set      // what the rank's next turn will touch besides turn
	turn    Set      // what nearly every turn touches
	handler SmallSet // what the interrupt handler touches
	event   SmallSet // and if it posts an event for the program
}

// Entries of the sets.
const (
	nextSource  = 0 // one
	nextProgram = 1 // seven

	turnRank      = 0 // one
	turnStep      = 1 // five
	turnInterface = 6 // two

	handlerRank      = 0 // one
	handlerInterface = 1 // four
)

// NewPlan has all entries be one place.
func NewPlan(at uintptr) Plan {
	s := NewSet(at)
	return Plan{next: s, turn: s, handler: SmallSet(s[:]), event: SmallSet(s[:])}
}

// Rank enters the rank.
func (p *Plan) Rank(at uintptr) { p.turn[turnRank], p.handler[handlerRank] = at, at }

// Step enters what goes on with the rank: its libraries, its program's stack and registers. At most five places.
func (p *Plan) Step(at ...uintptr) { p.turn.Put(turnStep, at...) }

// Interface enters the interface of a library: what turns touch of it, what handlers touch, and where events are posted.
func (p *Plan) Interface(turn [2]uintptr, handler [4]uintptr, event SmallSet) {
	p.turn.Put(turnInterface, turn[:]...)
	copy(p.handler[handlerInterface:], handler[:])
	p.event = event
}

// Events enters where events are posted.
func (p *Plan) Events(at SmallSet) { p.event = at }

// EventsAt reports whether events are posted at a place, as far as has been entered.
func (p *Plan) EventsAt(at uintptr) bool { return p.event[0] == at }

// Source enters what the next put is likely to be from.
func (p *Plan) Source(at uintptr) { p.next[nextSource] = at }

// Program enters what the program's next turn touches: at most seven places.
func (p *Plan) Program(at ...uintptr) { p.next.Put(nextProgram, at...) }

// FetchTurn prefetches what the rank's next turn will touch, when the plan is in the caches.
func (p *Plan) FetchTurn() {
	p.turn.Fetch()
	p.next.Fetch()
}

// FetchHandlers prefetches the part of the plan that FetchHandler needs.
func (p *Plan) FetchHandlers() { Lines2(&p.handler) }

// FetchHandler prefetches what the interrupt handler will touch, and, if it posts an event, what that touches.
func (p *Plan) FetchHandler(posts bool) {
	p.handler.Fetch()
	if posts {
		p.event.Fetch()
	}
}

// Contains reports whether a place has been entered in any set.
func (p *Plan) Contains(at uintptr) bool {
	return slices.Contains(p.next[:], at) || slices.Contains(p.turn[:], at) || slices.Contains(p.handler[:], at) || slices.Contains(p.event[:], at)
}
