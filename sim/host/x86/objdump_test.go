package x86_test

import (
	"bufio"
	"encoding/hex"
	"iter"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/sim/host/x86/x86test"
)

// instruction is one as the disassembler of binutils shows it.
type instruction struct {
	code []byte
	text string // operation and operands
	line string
}

// againstObjdump calls check with the instructions of each library, in one of the syntaxes that objdump -M knows.
func againstObjdump(t *testing.T, syntax string, check func(t *testing.T, all iter.Seq[instruction])) {
	if _, err := exec.LookPath("objdump"); err != nil {
		t.Skip("no objdump")
	}
	paths := x86test.Libraries()
	if len(paths) == 0 {
		t.Skip("no x86-64 libraries in the usual folders")
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			c := exec.Command("objdump", "-d", "-w", "-M", syntax, "--insn-width=16", path)
			out, err := c.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, c.Start())
			defer func() { assert.NoError(t, c.Wait()) }()
			check(t, func(yield func(instruction) bool) {
				for lines := bufio.NewScanner(out); lines.Scan(); {
					f := strings.Split(lines.Text(), "\t")
					if len(f) < 3 || strings.Contains(f[2], "(bad)") {
						continue
					}
					code, err := hex.DecodeString(strings.ReplaceAll(f[1], " ", ""))
					require.NoError(t, err, lines.Text())
					if !yield(instruction{code, f[2], lines.Text()}) {
						return
					}
				}
			})
		})
	}
}
