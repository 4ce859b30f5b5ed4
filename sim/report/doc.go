// Package report aggregates a trace and the counts of a simulated job to what a page shows about it: a timeline of the ranks, the matrix of messages, what each wait waited for, the load of the parts of nodes
// over time, and the critical path. What it holds is bounded by the events of ranks; the page's size is bounded for any number of events.
//
// Figures that sim/stats counts come from there. What has no counterpart there comes from the trace, whose ends of events are rounded to nanoseconds.
package report
