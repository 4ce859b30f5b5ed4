// Package disorder delays what a job does, as far as the specifications of the APIs allow, by a seed: it is a guide of sim/detour, and says when ranks pause. The same seed does the same in each run.
//
//	plan.go    a seed's decisions about messages
//	ranks.go   about ranks: pauses, tests that fail once
//	draw.go    random numbers that depend on what they are for, and not on what was drawn before
//	delay.go   a decision, for people and for the search for the least disorder
//
// docs/design/disorder.md says which rule of which specification allows each.
package disorder
