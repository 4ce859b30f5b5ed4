package run

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"

	"gasnetgo/internal/knob"
	"gasnetgo/sim/host"
)

// Values of knob.SimLayout.
const (
	layoutAuto    = "auto"
	layoutUsual   = "usual"
	layoutCompact = "compact"
)

// otherMappings is a reserve for what the process maps later: Go's heap, symmetric heaps, threads, libraries that a program opens.
const otherMappings = 512

// mappings are what the kernel allows a process of them, and how many this one has.
type mappings struct{ most, used int }

// layOut chooses how the ranks' copies of the program lie in memory, before there is one: with their text protected, unless the mappings do not suffice for that.
func (s *simulation) layOut(image *host.Image, stack uint64, knobs *knob.Set) error {
	want, err := knobs.Enum(knob.SimLayout)
	if err != nil {
		return err
	}
	layout, err := chooseLayout(want, s.spec.Ranks, image.Mappings(), readMappings())
	if err != nil || layout == layoutUsual {
		return err
	}
	if err := image.Compact(stack); err != nil {
		return fmt.Errorf("%w; %s=%s needs none, and vm.max_map_count=%d or more (sysctl -w)", err, knob.SimLayout, layoutUsual,
			readMappings().need(s.spec.Ranks, image.Mappings()))
	}
	return nil
}

// need is the value of vm.max_map_count for ranks that take each mappings.
func (m mappings) need(ranks, each int) int { return ranks*each + m.used + otherMappings }

// chooseLayout is the layout in force where this one is wanted and a rank takes so many mappings in the usual one. The error names the setting that would be enough.
func chooseLayout(want string, ranks, usual int, m mappings) (layout string, err error) {
	layout, each := want, usual
	if want == layoutCompact || want == layoutAuto && m.need(ranks, usual) > m.most {
		layout, each = layoutCompact, 1
	}
	if need := m.need(ranks, each); need > m.most {
		return "", fmt.Errorf("%d ranks need %d mappings of memory, %d each, and the kernel allows a process %d: sysctl -w vm.max_map_count=%d allows enough",
			ranks, need, each, m.most, need)
	}
	if layout == layoutAuto {
		layout = layoutUsual
	}
	return layout, nil
}

// readMappings asks the kernel. What it does not say bounds nothing.
func readMappings() (m mappings) {
	m.most = int(^uint(0) >> 1)
	if text, err := os.ReadFile("/proc/sys/vm/max_map_count"); err == nil {
		if n, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
			m.most = n
		}
	}
	if text, err := os.ReadFile("/proc/self/maps"); err == nil {
		m.used = bytes.Count(text, []byte{'\n'})
	}
	return m
}
