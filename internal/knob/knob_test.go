package knob_test

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/internal/knob"
)

func env(pairs ...string) func(string) (string, bool) {
	m := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return func(name string) (string, bool) { v, ok := m[name]; return v, ok }
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "1": 1, "512M": 512 << 20, "3.1M": 3250586, ".5m": 512 << 10, "1.": 1, "10MB": 10 << 20, "2gigabytes": 2 << 30,
		"1t": 1 << 40, "0.1": 1, "1.0000000000000000000000001k": 1025, " 7k ": 7168, "16777215t": 16777215 << 40,
	} {
		got, err := knob.ParseSize(text)
		assert.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", ".", "M", "many", "-1", "+1", "1x", "10 M", "1e3", "0x10", "99999999999999999999", "16777216t"} {
		_, err := knob.ParseSize(text)
		assert.Error(t, err, "%q", text)
	}
}

func TestParseSizeIsTheCeilingOfTheProduct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.StringMatching(`[0-9]{1,6}\.[0-9]{0,25}`).Draw(t, "number")
		unit := rapid.IntRange(0, 4).Draw(t, "unit")
		got, err := knob.ParseSize(number + []string{"", "k", "M", "g", "Tra"}[unit])
		require.NoError(t, err)
		exact, ok := new(big.Rat).SetString(strings.TrimSuffix(number, "."))
		require.True(t, ok)
		exact.Mul(exact, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(10*unit))))
		ceil := new(big.Int).Div(new(big.Int).Sub(new(big.Int).Add(exact.Num(), exact.Denom()), big.NewInt(1)), exact.Denom())
		require.Equal(t, ceil.Uint64(), got)
	})
}

func TestParsePortion(t *testing.T) {
	const memory, ranks = 1000 << 20, 4 // of the host
	for text, want := range map[string]uint64{
		"0": 0, "1": 1, "512M": 512 << 20, "3.1M": 3250586, "0x40000000": 1 << 30, "0X10k": 16 << 10, "0x1GB": 1 << 30, "0xb": 11, "10MB": 10 << 20,
		"64M/P": 64 << 20, "64M/H": 16 << 20, "64Mh": 16 << 20, "64M p": 64 << 20, "0x4000000 / h": 16 << 20,
		"0.85": 850 << 20, "0.85/P": 850 << 20, "0.85/H": 850 << 20 / 4, "85%": 850 << 20, "85%/P": 850 << 20, "85 %/H": 850 << 20 / 4, "17/20": 850 << 20, "1/2/h": 125 << 20,
		".5": 500 << 20, "1.0": 1000 << 20, "100%": 1000 << 20, "12.5%": 125 << 20,
	} {
		p, err := knob.ParsePortion(text)
		assert.NoError(t, err, text)
		assert.Equal(t, want, p.Of(memory, ranks), text)
	}
	for _, text := range []string{"", "P", "/H", "many", "-1", "0.0", "0%", "101%", "1.5", "3/2", "1/0", "0x", "0xg", "0x1x", "0x1ki", "-0.5", "50%%", "0x10000000000000000", "0xffffffffffffT", "1e3",
		strings.Repeat("1", 50) + "." + strings.Repeat("1", 50)} {
		_, err := knob.ParsePortion(text)
		assert.Error(t, err, "%q", text)
	}
}

func FuzzParsePortion(f *testing.F) {
	for _, text := range []string{"0.85/P", "85%/H", "0x1G", "1/2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := knob.ParsePortion(text); err == nil && p.Share != nil {
			require.LessOrEqual(t, p.Of(1<<40, 1), uint64(1<<40))
		}
	})
}

func TestPrecedenceAndDefaults(t *testing.T) {
	for _, c := range []struct {
		name   string
		env    []string
		want   uint64
		source string
	}{
		{"default", nil, 512 << 20, ""},
		{"name", []string{knob.SymmetricSize, "1k"}, 1024, knob.SymmetricSize},
		{"alias", []string{"SMA_SYMMETRIC_SIZE", "2k"}, 2048, "SMA_SYMMETRIC_SIZE"},
		{"reference implementation", []string{"SHMEM_SYMMETRIC_HEAP_SIZE", "3k"}, 3072, "SHMEM_SYMMETRIC_HEAP_SIZE"},
		{"Cray", []string{"XT_SYMMETRIC_HEAP_SIZE", "4M"}, 4 << 20, "XT_SYMMETRIC_HEAP_SIZE"},
		{"OpenSHMEM's alias first", []string{"XT_SYMMETRIC_HEAP_SIZE", "4M", "SHMEM_SYMMETRIC_HEAP_SIZE", "3k", "SMA_SYMMETRIC_SIZE", "2k"}, 2048, "SMA_SYMMETRIC_SIZE"},
		{"name before alias", []string{"SMA_SYMMETRIC_SIZE", "2k", knob.SymmetricSize, "1k"}, 1024, knob.SymmetricSize},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := knob.Read(env(c.env...))
			got, err := s.Size(knob.SymmetricSize)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
			v, _ := s.Get(knob.SymmetricSize)
			assert.Equal(t, c.source, v.Source)
		})
	}
}

func TestErrorsNameVariableTextAndWhatIsAllowed(t *testing.T) {
	s := knob.Read(env("SMA_SYMMETRIC_SIZE", "many", knob.NProcs, "0", knob.Spin, "soon", knob.Plane, "rust", knob.HugePages, "perhaps",
		knob.Base, "0x1001", knob.Timeout, "-3s", knob.Mailbox, "1", knob.GASNetExit, "1/0", knob.GASNetExitMin, "-1"))
	for name, ask := range map[string]func() error{
		"SMA_SYMMETRIC_SIZE": func() error { _, err := s.Size(knob.SymmetricSize); return err },
		knob.NProcs:          func() error { _, err := s.Int(knob.NProcs); return err },
		knob.Spin:            func() error { _, err := s.Int(knob.Spin); return err },
		knob.Plane:           func() error { _, err := s.Enum(knob.Plane); return err },
		knob.HugePages:       func() error { _, err := s.Bool(knob.HugePages); return err },
		knob.Base:            func() error { _, err := s.Address(knob.Base); return err },
		knob.Timeout:         func() error { _, err := s.Duration(knob.Timeout); return err },
		knob.Mailbox:         func() error { _, err := s.Size(knob.Mailbox); return err },
		knob.GASNetExit:      func() error { _, err := s.Real(knob.GASNetExit); return err },
		knob.GASNetExitMin:   func() error { _, err := s.Real(knob.GASNetExitMin); return err },
	} {
		err := ask()
		var wrong *knob.Error
		if assert.ErrorAs(t, err, &wrong, name) {
			assert.Equal(t, name, wrong.Name)
			assert.Contains(t, err.Error(), name+` = "`+wrong.Text+`": not `)
		}
	}
	assert.Error(t, s.Check())
	_, err := s.Int("HOME")
	assert.ErrorContains(t, err, "HOME")
}

func TestKinds(t *testing.T) {
	s := knob.Read(env("SMA_INFO", "", knob.Timeout, "90", knob.Spin, "auto", knob.DataSegment, "No", knob.Bind, "0,2-3", knob.Debug, "2", knob.GASNetExitMin, "2.5"))
	on, err := s.Bool(knob.Info)
	assert.True(t, on)
	assert.NoError(t, err)
	on, _ = s.Bool(knob.Version)
	assert.False(t, on)
	d, err := s.Duration(knob.Timeout)
	assert.NoError(t, err)
	assert.Equal(t, 90*time.Second, d)
	n, err := s.Int(knob.Spin)
	assert.NoError(t, err)
	assert.EqualValues(t, -1, n)
	on, err = s.Bool(knob.DataSegment)
	assert.False(t, on)
	assert.NoError(t, err)
	on, _ = s.Bool(knob.Debug)
	assert.True(t, on)
	text, err := s.Text(knob.Bind)
	assert.NoError(t, err)
	assert.Equal(t, "0,2-3", text)
	base, err := s.Address(knob.Base)
	assert.NoError(t, err)
	assert.EqualValues(t, 0x180000000000, base)
	d, err = s.Duration(knob.RendezvousTimeout)
	assert.NoError(t, err)
	assert.Equal(t, 30*time.Second, d)
	for text, want := range map[string]time.Duration{"Off": 0, "0": 0, "2m": 2 * time.Minute, "": 10 * time.Second} {
		d, err = knob.Read(env(knob.TermTimeout, text)).Duration(knob.TermTimeout)
		assert.NoError(t, err)
		assert.Equal(t, want, d, text)
	}
	for name, want := range map[string]float64{knob.GASNetExit: 0, knob.GASNetExitMin: 2.5, knob.GASNetExitFactor: 0.25} {
		x, err := s.Real(name)
		assert.NoError(t, err)
		assert.Equal(t, want, x, name)
	}
}

func TestTableIsSound(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range knob.Table() {
		for _, name := range append([]string{k.Name}, k.Aliases...) {
			assert.False(t, seen[name], "%s twice", name)
			seen[name] = true
		}
		assert.NotEmpty(t, k.Help, k.Name)
		assert.NotEmpty(t, k.Category, k.Name)
	}
	assert.NoError(t, knob.Read(env()).Check(), "every default is allowed")
}

func TestWriteShowsValueSourceAndDefault(t *testing.T) {
	var b strings.Builder
	require.NoError(t, knob.Read(env("SMA_SYMMETRIC_SIZE", "1G", knob.Plane, "rust")).Write(&b))
	assert.Regexp(t, `(?m)^  SHMEM_SYMMETRIC_SIZE +1G +bytes of .*from SMA_SYMMETRIC_SIZE, default 512M`, b.String())
	assert.Contains(t, b.String(), `error: GASNETGO_PLANE = "rust": not one of c, go`)
	assert.NotContains(t, b.String(), knob.FD)
}

// TestEmpty: an empty text is as good as none, for every kind but a Flag, and an alias that has one counts.
func TestEmpty(t *testing.T) {
	none := knob.Read(func(string) (string, bool) { return "", false })
	empty := knob.Read(func(string) (string, bool) { return "", true })
	for _, k := range knob.Table() {
		want, _ := none.Get(k.Name)
		got, _ := empty.Get(k.Name)
		if k.Kind == knob.Flag {
			want.Text, want.Source = "", k.Name
		}
		assert.Equal(t, want, got, k.Name)
		for _, alias := range k.Aliases {
			only := knob.Read(func(name string) (string, bool) {
				return map[string]string{alias: "x"}[name], name == alias || name == k.Name
			})
			got, _ := only.Get(k.Name)
			if k.Kind != knob.Flag {
				assert.Equal(t, alias, got.Source)
			}
		}
	}
}
