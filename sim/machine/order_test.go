package machine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gasnetgo/portals"
	"gasnetgo/portals/twintest"
	"gasnetgo/sim"
	"gasnetgo/sim/machine"
	"gasnetgo/sim/nal/naltest"
)

// TestOrder: whatever a machine has little of, and whether programs, interrupts or nothing but the network send, messages of a rank are matched in order.
func TestOrder(t *testing.T) {
	twintest.RunOrder(t, func(t *rapid.T, ranks int) *twintest.Group {
		name := rapid.SampledFrom([]string{"xt3", "xt4", "redstorm", "sci", "ideal"}).Draw(t, "machine")
		var sets []string
		draw := func(key string, values ...string) {
			if v := rapid.SampledFrom(values).Draw(t, key); v != "" {
				sets = append(sets, key+"="+v)
			}
		}
		draw("nodes.ranks", "", "2")
		draw("host.send", "", "0ns", "5us")
		draw("host.copy", "", "1ns")
		draw("host.call", "", "0ns", "1us")
		switch name {
		case "ideal":
		case "sci":
			drawScarce(draw)
		default:
			draw("nic.mode", "generic", "accelerated")
			for _, key := range []string{"nic.streams", "nic.sources", "nic.transmit_pending", "nic.receive_pending"} {
				draw(key, "", "", "1", "2", "3")
			}
			draw("nic.fifo", "", "128B")
			draw("faults.link", "", "0.1")
		}
		m, err := machine.Builtin(name, sets...)
		require.NoError(t, err)
		k := new(sim.Kernel)
		built, err := m.Build(k, ranks, func(node int, why string) { panic(fmt.Sprintf("node %d: %s", node, why)) })
		require.NoError(t, err)
		w := naltest.New(k, built.Config())
		return group(w)
	})
}

// drawScarce draws what machine sci has little of.
func drawScarce(draw func(key string, values ...string)) {
	for _, key := range []string{"controller.requests", "controller.responses", "bridge.streams", "bridge.inbound", "driver.queue"} {
		draw(key, "", "", "1", "2", "3")
	}
	draw("ring.lead", "", "0B")
	draw("ring.repeat", "", "100ns")
	draw("driver.interrupt", "", "0ns")
}

// group is the ranks of a world as members.
func group(w *naltest.World) *twintest.Group {
	c := &twintest.Group{InPlace: true, Close: func() {}}
	for _, r := range w.Ranks {
		r.OpenNI()
		link := r.Net.Link()
		c.Members = append(c.Members, twintest.Member{
			NI: r.Host.NI, Lock: &r.Host, Memory: make([]byte, twintest.OrderBytes(len(w.Ranks))),
			Hook:   func(after func()) { r.Host.AddHook(after) },
			Charge: func(ns int) { link.Charge(sim.Time(ns) * sim.Nanosecond) },
			Send:   func(o *portals.Op) { link.Send(o) },
			Call: func(f func()) {
				r.Port.ChargeCall()
				r.Host.Lock()
				f()
				r.Host.Unlock()
				r.Port.Settle()
			},
			Pause: func(ns int) { r.Spend(sim.Time(ns) * sim.Nanosecond) },
			Wait: func(cond func() bool) {
				r.WaitLooking("all messages", r.Port.LookCost(), func() bool {
					r.Host.Lock()
					defer r.Host.Unlock()
					return cond()
				})
			},
		})
	}
	c.Run = func(programs []func()) error { return w.Run(func(r *naltest.Rank) { programs[r.ID()]() }) }
	return c
}
