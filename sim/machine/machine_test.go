package machine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim"
	"gasnetgo/sim/machine"
	"gasnetgo/sim/seastar"
)

// sections are those of SeaStars.
func sections(m *machine.Machine) *seastar.Sections { return m.Sections("seastar").(*seastar.Sections) }

func TestBuiltinMachines(t *testing.T) {
	require.Equal(t, []string{"ideal", "redstorm", "sci", "sp", "xt3", "xt4"}, machine.Names())
	for _, name := range machine.Names() {
		m, err := machine.Builtin(name)
		require.NoError(t, err)
		require.Equal(t, name, m.Name)
		require.NotEmpty(t, m.About)
		b, err := m.Build(new(sim.Kernel), 64, nil)
		require.NoError(t, err)
		require.Len(t, b.Nodes, 64)
		require.Equal(t, name != "ideal", b.Device() != nil)
	}
	_, err := machine.Builtin("t3d")
	require.ErrorContains(t, err, `there is no "t3d"; built in are ideal, redstorm, sci, sp, xt3, xt4`)
}

// TestClockDividesNoUnit: no number of reads of a clock below a million is a whole number of microseconds, and no small one is nearly one.
func TestClockDividesNoUnit(t *testing.T) {
	for _, name := range machine.Names() {
		m, err := machine.Builtin(name)
		require.NoError(t, err)
		c := m.Host.Clock.Time
		require.NotZero(t, c%2, name)
		require.NotZero(t, c%5, name)
		for n := sim.Time(1); n <= 128; n++ {
			past := n * c % sim.Microsecond
			require.GreaterOrEqual(t, n*min(past, sim.Microsecond-past), sim.Microsecond/13, "%s: %d reads", name, n)
		}
	}
}

func TestFrequency(t *testing.T) {
	for name, hz := range map[string]uint64{"ideal": 1_000_000_000, "redstorm": 2_000_000_000, "sci": 1_000_000_000, "sp": 120_000_000, "xt3": 2_400_000_000, "xt4": 2_300_000_000} {
		m, err := machine.Builtin(name)
		require.NoError(t, err)
		b, err := m.Build(new(sim.Kernel), 1, nil)
		require.NoError(t, err)
		require.Equal(t, hz, b.Frequency, name)
	}
	m, err := machine.Builtin("xt4", "host.frequency=1.5 MHz")
	require.NoError(t, err)
	require.Equal(t, uint64(1_500_000), m.Host.Frequency.Hz)
}

// Every parameter of a real machine says where its value is from.
func TestParametersHaveSources(t *testing.T) {
	for _, name := range []string{"redstorm", "sci", "sp", "xt3", "xt4"} {
		m, err := machine.Builtin(name)
		require.NoError(t, err)
		section := ""
		for _, line := range strings.Split(m.Describe(), "\n") {
			key, _, sets := strings.Cut(line, " = ")
			switch {
			case strings.HasPrefix(line, "# ---"):
				section = ""
			case strings.HasPrefix(line, "["):
				section, _, _ = strings.Cut(line, " ")
			case section == "" || !sets || strings.HasPrefix(line, "#") || section == "[faults]" || section == "[loss]":
			default:
				comment := strings.SplitN(line, "# ", 2)
				require.Len(t, comment, 2, "%s %s", section, key)
				require.Regexp(t, `^\w+.toml:\d+: (\[[PBUGLCSRDK][ ,\]]|calibrated: |assumed: |assumed$|Tipparaju)`, comment[1], "%s %s", section, key)
			}
		}
	}
}

func TestSet(t *testing.T) {
	m, err := machine.Builtin("xt3", "nic.interrupt=1us", "nic.mode=accelerated", "topology.size=[4, 4, 0]", "faults.link=1e-6")
	require.NoError(t, err)
	require.Equal(t, sim.Microsecond, sections(m).NIC.Interrupt.Time)
	require.Equal(t, "accelerated", sections(m).NIC.Mode)
	require.Equal(t, 1e-6, sections(m).Faults.Link)
	b, err := m.Build(new(sim.Kernel), 40, nil)
	require.NoError(t, err)
	wires := b.Network.(*seastar.Network).Wires()
	require.Equal(t, [3]int{4, 4, 3}, [3]int{wires.X, wires.Y, wires.Z})
	text := m.Describe()
	require.Contains(t, text, "# --- redstorm.toml\n")
	require.Regexp(t, `(?m)^interrupt = "1us" +# --set nic.interrupt=1us$`, text)
	require.Regexp(t, `(?m)^wrap = \[true, true, true\] +# xt3.toml:\d+: \[P 5.1\]`, text)
	require.NotContains(t, text, `"2us"`)
	again, err := machine.Parse("again.toml", []byte(text))
	require.NoError(t, err)
	require.Equal(t, sections(m), sections(again), "what is printed is the machine")
	require.Equal(t, m.Host, again.Host)

	m, err = machine.Parse("mine.toml", []byte("base = \"xt3\"\n[topology]\nsize = [ # mine\n  4, 4, # x and y\n  2]\n"))
	require.NoError(t, err)
	require.Regexp(t, `(?m)^size = \[ 4, 4, 2\] +# mine.toml:3: mine$`, m.Describe())
}

func TestUserMachine(t *testing.T) {
	m, err := machine.Parse("dir/mine.toml", []byte("base = \"xt3\"\n[nodes]\nranks = 2\n"))
	require.NoError(t, err)
	require.Equal(t, "mine", m.Name)
	require.Equal(t, 2*sim.Microsecond, sections(m).NIC.Interrupt.Time)
	b, err := m.Build(new(sim.Kernel), 5, nil)
	require.NoError(t, err)
	require.Equal(t, []int{0, 0, 1, 1, 2}, b.Nodes)
}

// Bad files are refused with file, line, key and reason.
func TestBadMachines(t *testing.T) {
	for text, want := range map[string]string{
		"base = \"xt3\"\n[nic]\ninterupt = \"1us\"\n":              "bad.toml:3: nic.interupt: no such parameter; there are nic.backoff, nic.deposit",
		"base = \"xt3\"\n[host]\ninterrupt = \"1us\"\n":            "bad.toml:3: host.interrupt: no such parameter; did you mean nic.interrupt?",
		"base = \"xt3\"\n\n[nic]\ninterrupt = \"1 parsec\"\n":      `bad.toml:4: nic.interrupt: "1 parsec" is not a time: a number of 0 or more with one of the units ps, ns, us, ms, s, as in "2us"`,
		"base = \"xt3\"\n[nodes]\ncores = 0\n":                     "bad.toml:3: nodes.cores is 0: a node has at least one core",
		"base = \"xt3\"\n[host]\nslice = \"0ns\"\n":                "bad.toml:3: host.slice is 0ps: a thread would never give its core to another",
		"base = \"xt3\"\n[host]\nfrequency = \"1001GHz\"\n":        "bad.toml:3: host.frequency is 1001000000000Hz: at most 1000GHz",
		"base = \"xt3\"\n[host]\nfrequency = \"0GHz\"\n":           "bad.toml:3: host.frequency is 0Hz: the time stamp counter would stand still",
		"base = \"xt3\"\n[host]\nfrequency = \"2us\"\n":            `bad.toml:3: host.frequency: "2us" is not a frequency: a number of 0 or more with one of the units kHz, MHz, GHz, Hz, as in "2.4GHz"`,
		"base = \"xt3\"\n[host]\nfrequency = \"0.5Hz\"\n":          `bad.toml:3: host.frequency: "0.5Hz" is not a whole number of Hz`,
		"base = \"xt3\"\n[nic]\ninterrupt = 2\n":                   `bad.toml:3: nic.interrupt: "2" is not a time`,
		"base = \"xt3\"\n[nic]\ninterrupt = \"0.0001ps\"\n":        `bad.toml:3: nic.interrupt: "0.0001ps" is not a whole number of ps`,
		"base = \"xt3\"\n[nic]\ninterrupt = \"-1us\"\n":            `bad.toml:3: nic.interrupt: "-1us" is not a time`,
		"base = \"xt3\"\n[nic]\nstreams = \"many\"\n":              `bad.toml:3: nic.streams is "many", not a whole number`,
		"base = \"xt3\"\n[nic]\nstreams = 2.5\n":                   "bad.toml:3: nic.streams is 2.5, not a whole number",
		"base = \"xt3\"\n[nic]\nstreams =\n":                       "bad.toml:3: nic.streams: a value is missing: a whole number",
		"base = \"xt3\"\n[nic]\ninterrupt = true\n":                `bad.toml:3: nic.interrupt: "true" is not a time`,
		"base = \"xt3\"\n[nic]\nmode = 3\n":                        "bad.toml:3: nic.mode is 3, not text in quotes",
		"base = \"xt3\"\n[nic]\nexhaustion = \"stop\"\n":           `bad.toml:3: nic.exhaustion is "stop", not "go-back-n" or "panic"`,
		"base = \"xt3\"\n[topology]\nwrap = [1, 2, 3]\n":           "bad.toml:3: topology.wrap is [1, 2, 3], not a list of true and false",
		"base = \"xt3\"\n[topology]\nsize = \"big\"\n":             `bad.toml:3: topology.size is "big", not a list of whole numbers, as in [4, 4, 2]`,
		"base = \"xt3\"\n[topology]\nwrap = [true]\n":              "bad.toml:3: topology.wrap has 1 entries, not three: x, y, z",
		"base = \"xt3\"\n[faults]\nlink = \"rare\"\n":              `bad.toml:3: faults.link is "rare", not a number`,
		"base = \"xt3\"\nnic = 3\n":                                "bad.toml:2: nic is 3, not a section: write [nic] on a line and its parameters below",
		"base = 5\n":                                               "bad.toml:1: base is 5, not text in quotes",
		"hello world":                                              "bad.toml:1: expected",
		"base = \"xt3\"\n[nic]\nstreams = 0\n":                     "bad.toml:3: nic.streams is 0: at least 1",
		"base = \"xt3\"\n[nic]\nmode = \"turbo\"\n":                `bad.toml:3: nic.mode is "turbo", not "generic" or "accelerated"`,
		"base = \"xt3\"\n[faults]\nlink = 2.0\n":                   "faults.link is 2: it is a probability, from 0 to 1",
		"base = \"xt3\"\n[topology]\nsize = [1, 2]\n":              "bad.toml:3: topology.size",
		"base = \"xt3\"\n[nodes]\nranks = 0\n":                     "bad.toml:3: nodes.ranks is 0",
		"base = \"xt9\"\n":                                         `bad.toml:1: base is "xt9": there is no such machine; built in are ideal`,
		"network = \"seastar\"\n":                                  "bad.toml: nic.inline is missing",
		"network = \"tin cans\"\n":                                 `bad.toml:1: network is "tin cans"`,
		"base = \"xt3\"\n[nic\n":                                   "bad.toml:2",
		"base = \"xt3\"\nnetwork = \"ideal\"\nnetwork = \"ideal\"": "bad.toml:3",
	} {
		_, err := machine.Parse("bad.toml", []byte(text))
		require.ErrorIs(t, err, machine.ErrMachine, text)
		require.ErrorContains(t, err, want, text)
	}
	for set, want := range map[string]string{
		"nic.interupt=1us": "--set nic.interupt=1us: nic.interupt: no such parameter",
		"nic.interrupt":    "is set as nic.interrupt=1us",
		"nic.interrupt=1":  `--set nic.interrupt=1: nic.interrupt: "1" is not a time`,
		"nic.mode=turbo":   `--set nic.mode=turbo: nic.mode is "turbo"`,
	} {
		_, err := machine.Builtin("xt3", set)
		require.ErrorIs(t, err, machine.ErrMachine, set)
		require.ErrorContains(t, err, want, set)
	}
}

func TestTooSmall(t *testing.T) {
	m, err := machine.Builtin("xt3", "topology.size=[2, 2, 2]")
	require.NoError(t, err)
	_, err = m.Build(new(sim.Kernel), 9, nil)
	require.ErrorContains(t, err, "has 8 nodes, but the job needs 9")
}

func FuzzParse(f *testing.F) {
	f.Add("base = \"xt3\"\n[nic]\ninterrupt = \"1us\"\n")
	f.Add("[topology]\nsize = [1,2,3]")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := machine.Parse("fuzz.toml", []byte(text))
		if err != nil {
			require.ErrorIs(t, err, machine.ErrMachine)
			return
		}
		require.NotEmpty(t, m.Describe())
	})
}

// TestNoNumbers: TOML has numbers that are none, and no parameter may be one.
func TestNoNumbers(t *testing.T) {
	for _, key := range []string{"faults.link", "faults.missed", "nic.interrupt_return", "nodes.ranks", "nic.interrupt", "topology.link"} {
		for _, value := range []string{"nan", "+nan", "-nan", "inf", "+inf", "-inf"} {
			_, err := machine.Builtin("xt3", key+"="+value)
			require.ErrorIs(t, err, machine.ErrMachine, "%s=%s", key, value)
			require.NotContains(t, err.Error(), "\n")
			section, name, _ := strings.Cut(key, ".")
			_, err = machine.Parse("mine.toml", []byte("base = \"xt3\"\n["+section+"]\n"+name+" = "+value+"\n"))
			require.ErrorIs(t, err, machine.ErrMachine, "%s=%s", key, value)
			require.Contains(t, err.Error(), "mine.toml:3: ", "%s=%s", key, value)
		}
	}
}
