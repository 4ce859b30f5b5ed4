package host_test

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gasnetgo/sim/host"
)

// damaged returns a program with some bytes changed, mostly where tables are.
func damaged(program []byte, seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	b := append([]byte(nil), program...)
	table := func() int { // somewhere that is read: headers, or what the loadable part begins with, or the dynamic section
		switch r.IntN(4) {
		case 0:
			return r.IntN(64)
		case 1:
			return 64 + r.IntN(56*int(binary.LittleEndian.Uint16(program[56:])))
		case 2:
			return r.IntN(0x800)
		}
		for i := range int(binary.LittleEndian.Uint16(program[56:])) {
			if h := program[64+56*i:]; binary.LittleEndian.Uint32(h) == 2 {
				return int(binary.LittleEndian.Uint64(h[8:])) + r.IntN(int(binary.LittleEndian.Uint64(h[32:])))
			}
		}
		return r.IntN(len(b))
	}
	for range 1 + r.IntN(4) {
		at := table()
		switch r.IntN(3) {
		case 0:
			b[at] = byte(r.Uint32())
		case 1:
			b[at] ^= 1 << r.IntN(8)
		case 2:
			if at &^= 7; at+8 <= len(b) {
				binary.LittleEndian.PutUint64(b[at:], []uint64{0, 1, 1 << 31, 1<<63 - 1, 1 << 63, 1<<64 - 1, r.Uint64() >> r.IntN(64)}[r.IntN(7)])
			}
		}
	}
	if r.IntN(10) == 0 {
		b = b[:r.IntN(len(b))]
	}
	return b
}

// Whatever is in the file, Load answers an image or one sentence.
func FuzzLoad(f *testing.F) {
	var programs [][]byte
	for _, source := range []string{"state.c", "counter.c"} {
		if source == "counter.c" && runtime.GOARCH != "amd64" {
			continue
		}
		program, err := os.ReadFile(built(f, source, "native", "-rdynamic"))
		require.NoError(f, err)
		programs = append(programs, program)
	}
	dir := f.TempDir()
	for seed := range uint64(300) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		path := filepath.Join(dir, "damaged")
		require.NoError(t, os.WriteFile(path, damaged(programs[seed%uint64(len(programs))], seed), 0o755))
		image, err := host.Load(path)
		if err == nil {
			image.Close()
			return
		}
		assert.NotEmpty(t, err.Error())
		assert.NotContains(t, strings.TrimSpace(err.Error()), "\n")
	})
}

// TestNotices: a read of the counter that cannot be distinguished from data is reported.
func TestNotices(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("only x86-64's counter is the world's")
	}
	for flag, want := range map[string]string{"-g": "", "-DUNCLEAR": `counter-native--DUNCLEAR: a read of the time stamp counter \(in .*\) stays in real time, because the code there cannot be decoded, and may be data$`} {
		image, err := host.Load(built(t, "counter.c", "native", flag))
		require.NoError(t, err)
		assert.Regexp(t, want, strings.Join(image.Notices, "\n"))
		assert.Len(t, image.Notices, min(1, len(want)))
		image.Close()
	}
}

// Ranks come and go, and leave nothing behind; several programs may be there at a time.
func TestComeAndGo(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var images []*host.Image
	for _, source := range []string{"globals.c", "stacks.c", "environs.c"} {
		image, err := host.Load(built(t, source, "native"))
		require.NoError(t, err)
		images = append(images, image)
	}
	before := 0
	for round := range 60 {
		for _, image := range images {
			r, err := image.NewRank(0, []string{"program"}, []string{"A=1", "B=2"}, host.Options{})
			require.NoError(t, err)
			require.Equal(t, host.Exited, r.Resume())
			require.Zero(t, r.Status())
			require.Equal(t, host.Exited, r.Resume(), "and stays so")
			r.Free()
		}
		if maps, err := os.ReadFile("/proc/self/maps"); err == nil && round == 20 {
			before = strings.Count(string(maps), "\n")
		} else if err == nil && round == 59 {
			assert.InDelta(t, before, strings.Count(string(maps), "\n"), 20)
		}
	}
	for _, image := range images {
		image.Close()
	}
}
