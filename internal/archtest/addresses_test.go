package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fromAddress is the conversion from an address to a pointer that go vet does not see.
var fromAddress = regexp.MustCompile(`\*\(\*(unsafe\.Pointer|\*[\w.\[\]]+)\)\(unsafe\.Pointer\(&`)

// converters may have it: the package that is for it, and those that find their own objects by their addresses.
var converters = []string{"internal/memory/memory_unsafe.go", "sim/seastar/address_unsafe.go", "sim/topo/address_unsafe.go"}

// Addresses of the program become memory in internal/memory only.
func TestAddresses(t *testing.T) {
	found := 0
	for _, p := range packages(t) {
		for _, file := range slices.Concat(p.GoFiles, p.CgoFiles, p.TestGoFiles, p.XTestGoFiles) {
			name := filepath.Join(p.path(), file)
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			require.NoError(t, err)
			if !fromAddress.Match(text) {
				continue
			}
			found++
			assert.Contains(t, converters, name, "%s turns an address into memory; internal/memory does that", name)
		}
	}
	assert.Equal(t, len(converters), found, "the rule finds what it is for")
}
