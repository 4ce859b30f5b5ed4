package archtest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// readInC finds a variable of our own that C reads from the environment.
var readInC = regexp.MustCompile(`(getenv|above)\("GASNETGO_|define \w+ "GASNETGO_`)

// settingsInC are the files of capi that read variables of our own: what must be known before Go starts. All others are in the table of internal/knob.
var settingsInC = []string{"runtime/addresses.c", "runtime/start.c"}

// Settings are read and checked in one place.
func TestSettingsAreReadOnce(t *testing.T) {
	root := os.DirFS(filepath.Join("..", "..", "capi"))
	var found []string
	require.NoError(t, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && name == "edgetest" {
			return fs.SkipDir
		}
		if ext := path.Ext(name); d.IsDir() || ext != ".c" && ext != ".h" {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if readInC.Match(text) {
			found = append(found, name)
		}
		return err
	}))
	slices.Sort(found)
	require.Equal(t, settingsInC, found)
}
