// Package armcitest is what every armci.Transport must do, as a test that any of them can be run through, and a world for such tests: the ranks of a job are
// goroutines, their memory plain Go memory at a different address for each.
package armcitest
