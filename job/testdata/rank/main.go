// Command rank is a rank that does what its arguments say; the tests of job run it under launchers.
package main

import (
	"fmt"
	"os"

	"gasnetgo/job"
)

func main() {
	j, err := job.Attach(job.Options{Warn: func(s string) { fmt.Fprintln(os.Stderr, "warning:", s) }})
	if err != nil {
		fmt.Fprintln(os.Stderr, "attach:", err)
		os.Exit(9)
	}
	os.Exit(act(j, os.Args[1:]))
}

func act(j *job.Job, args []string) int {
	st, err := j.Close()
	if err != nil {
		fmt.Fprintln(os.Stderr, "close:", err)
	}
	return st
}
