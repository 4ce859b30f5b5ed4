package ctests

import (
	"bytes"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWorkersOutput: what a worker prints comes when a test in a test has ended, without what is for tools only.
func TestWorkersOutput(t *testing.T) {
	var to bytes.Buffer
	p := &printed{to: &to, mu: new(sync.Mutex), shown: true}
	for _, step := range []struct{ text, shown string }{
		{"\x16=== RUN   TestA\n\x16=== RUN   TestA/b\n", "=== RUN   TestA\n"},
		{"    a_test.go:1: said\n", ""},
		{"\x16--- PASS: TestA/b (0.00s)\n", "=== RUN   TestA/b\n    a_test.go:1: said\n--- PASS: TestA/b (0.00s)\n"},
		{"\x16=== NAME  TestA\n    a_test.go:2: half", ""},
		{" a line\n", ""},
		{"\x16--- PASS: TestA (0.00s)\n\x16=== NAME  \n", "=== NAME  TestA\n    a_test.go:2: half a line\n--- PASS: TestA (0.00s)\n"},
	} {
		to.Reset()
		_, err := p.Write([]byte(step.text))
		assert.NoError(t, err)
		assert.Equal(t, step.shown, to.String(), "after %q", step.text)
	}
	to.Reset()
	p.Write([]byte("\x16=== NAME  \nPASS\n"))
	p.show()
	assert.Empty(t, to.String())
}
