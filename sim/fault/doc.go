// Package fault breaks a simulated machine as rules say: it is a guide of sim/detour, which loses, repeats, delays and damages messages of any network, and ends or stops nodes.
//
//	rule.go    a rule, and its text
//	plan.go    what rules do to messages, nodes and ranks of a job
//	report.go  what has happened, for the sentence with which a job ends, and the end of a job in which nothing happens any more
package fault
