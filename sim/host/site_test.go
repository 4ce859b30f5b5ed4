package host_test

import (
	"debug/elf"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSite: the call site of a rank that waits is behind the call in its own code, in the program or in a library that it brings along. Ranks that have ended have none.
func TestSite(t *testing.T) {
	program := built(t, "stuck.c", "driver", "-O0")
	r := on(t, 3, program)
	assert.Equal(t, 124, r.status, "%v", r)
	all := regexp.MustCompile(`(?m)^site (\d): 0 (0x[0-9a-f]+), (build-id:[0-9a-f]{16,}|sha256:[0-9a-f]{64})$`).FindAllStringSubmatch(r.err, -1)
	require.Len(t, all, 2, "%v", r)
	f, err := elf.Open(program)
	require.NoError(t, err)
	defer f.Close()
	symbols, err := f.Symbols()
	require.NoError(t, err)
	for i, function := range []string{"inner", "main"} {
		require.Equal(t, strconv.Itoa(i), all[i][1])
		offset, err := strconv.ParseUint(all[i][2], 0, 64)
		require.NoError(t, err)
		found := ""
		for _, s := range symbols {
			if elf.ST_TYPE(s.Info) == elf.STT_FUNC && offset > s.Value && offset <= s.Value+s.Size {
				found = s.Name
			}
		}
		require.Equal(t, function, found)
	}
	require.Equal(t, all[0][3], all[1][3])

	// Without a build id an object is known by its content.
	plain := built(t, "stuck.c", "driver", "-O0", "-Wl,--build-id=none")
	r = on(t, 1, plain)
	require.Contains(t, r.err, ", sha256:", "%v", r)
	out, err := exec.Command("sha256sum", plain).Output()
	if err == nil {
		sum, _, _ := strings.Cut(string(out), " ")
		require.Contains(t, r.err, ", sha256:"+sum+"\n")
	}
}
