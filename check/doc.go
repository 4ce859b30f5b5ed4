// Package check finds accesses to memory that conflict and that nothing orders, from what ranks of a job do, in the order in which they do it: a race checker. It knows neither APIs nor how ranks
// run. docs/design/check.md has the model: threads and streams with clocks, accesses that last until they complete, memory with what has accessed it.
package check
