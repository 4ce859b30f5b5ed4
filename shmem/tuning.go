package shmem

import (
	"errors"

	"gasnetgo/internal/knob"
)

// ReadTeams reads the environment's settings of teams.
func ReadTeams(s *knob.Set) (Teams, error) {
	most, err := s.Int(knob.TeamsMax)
	alone, err2 := s.Bool(knob.TeamOnlySelf)
	return Teams{Most: int(most), Alone: alone}, errors.Join(err, err2)
}

// ReadTuning reads the environment's settings of collectives.
func ReadTuning(s *knob.Set) (Tuning, error) {
	var t Tuning
	var wrong []error
	algorithm := func(name string, words map[string]Algorithm) Algorithm {
		word, err := s.Enum(name)
		wrong = append(wrong, err)
		return words[word]
	}
	number := func(name string) int64 {
		n, err := s.Int(name)
		wrong = append(wrong, err)
		return max(n, 0)
	}
	t.Barrier = algorithm(knob.BarrierAlgorithm, map[string]Algorithm{"linear": Linear, "tree": Tree, "dissem": Dissemination})
	t.Broadcast = algorithm(knob.BcastAlgorithm, map[string]Algorithm{"linear": Linear, "tree": Tree})
	t.Reduce = algorithm(knob.ReduceAlgorithm, map[string]Algorithm{"linear": Doubling, "tree": Doubling, "recdbl": Doubling, "ring": Split})
	t.Scan = algorithm(knob.ScanAlgorithm, map[string]Algorithm{"linear": Doubling, "ring": Split})
	t.FCollect = algorithm(knob.FCollectAlgorithm, map[string]Algorithm{"linear": Linear, "ring": Doubling, "recdbl": Doubling})
	t.Crossover = int(number(knob.CollCrossover))
	t.Radix = int(number(knob.CollRadix))
	t.SizeCrossover = uint64(number(knob.CollSizeCrossover))
	return t, errors.Join(wrong...)
}
