package main

import (
	"os"
	"strings"
	"testing"

	"gasnetgo/internal/signaltest"
)

// TestMain makes the test's executable the real tool when it is started as one. Several commands start their own executable (bench its jobs, info a
// child that reads its parent's memory). Without this, such a child would run all tests again, and they would start it again, without end.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-test.") {
		os.Exit(dispatch(append([]string{"gasnetgo"}, os.Args[1:]...)))
	}
	signaltest.Default()
	os.Exit(m.Run())
}
