// Package sim is the place of the simulated world: a whole parallel machine inside one process, in virtual time, running the same
// unmodified programs as the live world does.
//
// There is nothing here yet; every job is live. What the C edge needs for it exists and is tested: a stub hands its frame to whoever
// answers, and that may be a scheduler that switches stacks.
package sim
