package run

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gasnetgo/sim"
	"gasnetgo/sim/count"
	"gasnetgo/sim/host"
	"gasnetgo/sim/job"
)

// counted is --compute counted: computing takes what the machine's processor takes for the instructions that the program counts.
type counted struct {
	image   *host.Image
	weights *count.Weights
	clocks  []count.Clock // of the ranks
	moved   []bool        // ranks whose latest turn has taken time: how often they are interrupted (--spin) makes no difference then
}

func newCounted(s *simulation, image *host.Image) (*counted, error) {
	if s.weights == nil {
		return nil, fmt.Errorf("--compute counted: the machine %s has no section [cpu], which says what instructions cost", s.spec.Machine)
	}
	if err := image.Weigh(s.weights); err != nil {
		return nil, fmt.Errorf("--compute counted: %w", err)
	}
	c := &counted{image: image, weights: s.weights, clocks: make([]count.Clock, s.spec.Ranks), moved: make([]bool, s.spec.Ranks)}
	if !slices.Contains(slices.Collect(maps.Values(image.Counts())), true) {
		return nil, fmt.Errorf("--compute counted: no part of %s counts its instructions; compile it with oshcc --count (oshc++, oshfort), or charge measured times (--compute record=FILE)", image.Path(0))
	}
	return c, nil
}

func (c *counted) turn(r *job.Rank, h *host.Rank) (host.Kind, sim.Time) {
	stopped := h.Resume()
	units := h.Counted()
	c.moved[r.ID()] = units > 0
	return stopped, sim.Time(c.clocks[r.ID()].Picoseconds(c.weights, units))
}

// beside is called when a function of the library has run on a further stack of a rank: what the program does in it is in the costs of the library.
func (c *counted) beside(h *host.Rank) { h.Counted() }

func (c *counted) over() ([]string, error) {
	var missing []string
	all := c.image.Counts()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !all[name] {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return nil, nil
	}
	return []string{fmt.Sprintf("--compute counted: %d of %d objects of the program do not count their instructions, and computing in them took no virtual time: %s",
		len(missing), len(all), strings.Join(missing, ", "))}, nil
}
