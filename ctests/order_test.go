package ctests

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOrderOnMachines runs the programs that need the order of messages, or send many of all sizes, on all simulated machines, in both modes of the SeaStar, and where it has next to
// nothing of what messages use there. Handlers of ARMCI and OpenSHMEM send while the program's own messages are on their way.
func TestOrderOnMachines(t *testing.T) {
	all := map[string]program{}
	for _, p := range simulatable(t) {
		all[p.name()] = p
	}
	portals := []string{"armci/message_order", "shmem/order", "portals/order", "gasnet/am_sizes"}
	for _, c := range []struct {
		lapiMachine
		env      string
		programs []string
	}{
		{lapiMachine{"xt3", 3, nil}, "", portals},
		{lapiMachine{"xt4", 2, nil}, "", portals},
		{lapiMachine{"redstorm", 3, nil}, "", portals},
		{lapiMachine{"ideal", 3, nil}, "", portals},
		{lapiMachine{"ideal", 3, nil}, "GASNETGO_ARMCI_TRANSPORT=portals", portals[:1]},
		{lapiMachine{"ideal", 2, nil}, "GASNETGO_ARMCI_TRANSPORT=lapi", portals[:1]},
		{lapiMachine{"xt3", 2, nil}, "GASNETGO_ARMCI_SERVER=off", portals[:1]},
		{lapiMachine{"xt3", 2, []string{"nic.mode=accelerated"}}, "", portals},
		{lapiMachine{"xt3", 3, []string{"nodes.ranks=2", "host.copy=5ns"}}, "", portals},
		{lapiMachine{"xt3", 3, []string{"nic.receive_pending=1"}}, "", portals},
		{lapiMachine{"xt4", 3, []string{"nic.transmit_pending=1"}}, "", portals},
		{lapiMachine{"redstorm", 2, []string{"nic.receive_pending=3", "nic.streams=1", "nic.mode=accelerated"}}, "", portals},
		{lapiMachine{"xt3", 2, []string{"host.send=0ns", "nic.fifo=128B"}}, "", portals},
		{lapiMachine{"sci", 3, patched}, "", portals},
		{lapiMachine{"sp", 3, nil}, "", []string{"armci/message_order", "gasnet/am_sizes"}},
		{lapiMachine{"sp", 2, []string{"loss.packet=0.05"}}, "", []string{"armci/message_order", "gasnet/am_sizes"}},
	} {
		for _, name := range c.programs {
			p, way := all[name], strings.Join(slices.Concat([]string{fmt.Sprintf("%s-%d", c.name, c.np)}, c.set, []string{name}, strings.Fields(c.env)), ",")
			if !runs("TestOrderOnMachines", way) {
				continue
			}
			t.Run(way, func(t *testing.T) {
				t.Parallel()
				command := c.command()
				if endless(name) {
					needPolls(t)
				}
				env := []string{fmt.Sprintf("GT_EXPECT_SIZE=%d", c.np), "GT_SIMULATED=1"}
				if c.env != "" {
					env = append(env, c.env)
				}
				o := job{command: command, env: env, timeout: 600 * time.Second}.run(t, at.program.get(t, p.source, p.variants[0]))
				assert.Zero(t, o.status, "%v", o)
			})
		}
	}
}

// TestARMCISendsAsleep: parts of messages for which the network had no space leave when it has, though the sender's program makes no call.
func TestARMCISendsAsleep(t *testing.T) {
	for _, pendings := range []string{"1", "2", "637"} {
		c := lapiMachine{"xt3", 8, []string{"nic.transmit_pending=" + pendings}}
		o := job{command: c.command(), timeout: 60 * time.Second}.run(t, at.program.get(t, "testdata/armci_asleep.c", plain))
		require.Zero(t, o.status, "%v", o)
		require.Len(t, regexp.MustCompile(`after [01] ms\n`).FindAllString(o.out, -1), 7, "%v", o)
	}
}
