package topo

import "fmt"

// Idle reports what is left on wires on which nothing should be.
func (t *Torus) Idle() error {
	for i := range t.ports {
		p := &t.ports[i]
		for c := range channels {
			if p.used[c] != 0 || !p.waiting[c].empty() {
				return fmt.Errorf("link %d, channel %d: %d bytes", i, c, p.used[c])
			}
		}
	}
	for i, g := range t.gates {
		if g.waiting != 0 || !g.leaving.empty() {
			return fmt.Errorf("node %d: %d bytes", i, g.waiting)
		}
	}
	t.kernel.Advance(t.kernel.Now() + 2*t.Hop + t.packet)
	t.Settle()
	spare, made := 0, 0
	for i := range t.parts {
		for r := t.parts[i].spare; r != nil; r = r.next {
			spare++
		}
		made += len(t.parts[i].blocks) * block
	}
	if spare != made {
		return fmt.Errorf("%d of %d trains are free", spare, made)
	}
	return nil
}

// Unfold has each train reach each router in an event of its own.
func (t *Torus) Unfold() { t.folds = false }
