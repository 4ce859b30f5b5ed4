package machine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim/fabric"
)

// toy and other are kinds of network that both have a section [nic], with a parameter of the same name and one that differs.
type (
	toy   struct{}
	other struct{}
)

func (toy) Name() string   { return "toy" }
func (other) Name() string { return "other" }

func (toy) Sections() fabric.Sections   { return new(toySections) }
func (other) Sections() fabric.Sections { return new(otherSections) }

type toySections struct {
	NIC struct {
		Speed int `toml:"speed"`
		Lanes int `toml:"lanes"`
	} `toml:"nic"`
	Cable struct {
		Length int `toml:"length"`
	} `toml:"cable"`
}

type otherSections struct {
	NIC struct {
		Speed float64 `toml:"speed"`
		Queue int     `toml:"queue"`
	} `toml:"nic"`
}

func (s *toySections) Check(*fabric.Host) error {
	if s.NIC.Lanes > 9 {
		return fabric.Wrong("nic.lanes", "is %d, not 1 to 9", s.NIC.Lanes)
	}
	return nil
}
func (*otherSections) Check(*fabric.Host) error { return nil }

func (*toySections) Costs(*fabric.Host) (c fabric.Costs)               { return c }
func (*otherSections) Costs(*fabric.Host) (c fabric.Costs)             { return c }
func (*toySections) Packets(int) (p fabric.Packets)                    { return p }
func (*otherSections) Packets(int) (p fabric.Packets)                  { return p }
func (*toySections) Build(fabric.Site) (n fabric.Network, err error)   { return n, err }
func (*otherSections) Build(fabric.Site) (n fabric.Network, err error) { return n, err }

const toyHost = `
[nodes]
ranks = 1
cores = 1
[host]
trap = "0ns"
call = "0ns"
send = "0ns"
look = "0ns"
take = "0ns"
match = "0ns"
match_entry = "0ns"
event = "0ns"
make = "0ns"
unlink = "0ns"
pin = "0ns"
idle = "1ns"
clock = "1ns"
copy = "1ns"
slice = "1ms"
frequency = "1GHz"
`

const toyMachine = `network = "toy"
[nic]
speed = 3
lanes = 2
[cable]
length = 7
` + toyHost

const otherMachine = `network = "other"
[nic]
speed = 2.5
queue = 8
` + toyHost

// TestSectionsOfOneName: two kinds of network may have a section of the same name.
func TestSectionsOfOneName(t *testing.T) {
	kinds := []fabric.Kind{toy{}, other{}}
	read := func(text string, set ...string) (*Machine, error) {
		return parse(kinds, "mine.toml", []byte(text), set)
	}

	m, err := read(toyMachine, "nic.speed=5")
	require.NoError(t, err)
	s := m.Sections("toy").(*toySections)
	require.Equal(t, []int{5, 2, 7}, []int{s.NIC.Speed, s.NIC.Lanes, s.Cable.Length})
	require.Zero(t, m.Sections("other").(*otherSections).NIC)
	require.Regexp(t, `(?m)^speed = 5 +# --set nic.speed=5$`, m.Describe())

	m, err = read(otherMachine)
	require.NoError(t, err)
	o := m.Sections("other").(*otherSections)
	require.Equal(t, 2.5, o.NIC.Speed)
	require.Equal(t, 8, o.NIC.Queue)
	require.Zero(t, m.Sections("toy").(*toySections).NIC)

	_, err = read(otherMachine, "nic.lanes=3")
	require.ErrorContains(t, err, "--set nic.lanes=3: nic.lanes: no such parameter; there are nic.queue, nic.speed")
	_, err = read(otherMachine, "cable.length=3") // of another kind alone: allowed, and not used
	require.NoError(t, err)
	_, err = read(toyMachine, "nic.lanes=11")
	require.ErrorContains(t, err, "--set nic.lanes=11: nic.lanes is 11")

	// A machine that becomes one of the other kind does not have the values of the first kind's section.
	m, err = read(toyMachine, "network=other")
	require.ErrorContains(t, err, "nic.speed is missing")
	require.ErrorContains(t, err, "nic.queue is missing")
	require.NotNil(t, m)
	m, err = read(toyMachine, "network=other", "nic.speed=1.5", "nic.queue=4")
	require.NoError(t, err)
	require.Equal(t, 1.5, m.Sections("other").(*otherSections).NIC.Speed)
	require.Equal(t, 3, m.Sections("toy").(*toySections).NIC.Speed)
	require.NotContains(t, m.Describe(), "speed = 5")

	// A text for neither kind has no section [nic].
	_, err = read("network = \"third\"\n[nic]\nspeed = 1\n" + toyHost)
	require.ErrorContains(t, err, "nic: no such parameter")
}
