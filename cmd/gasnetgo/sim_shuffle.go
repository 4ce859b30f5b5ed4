package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"gasnetgo/cmd/usage"
	"gasnetgo/sim/spec"
)

// anySeed as the value of --shuffle has a seed drawn.
const anySeed = "random"

func (f *simFlags) defineShuffle(flags *pflag.FlagSet) {
	flags.StringVar(&f.shuffle, "shuffle", "", "SEED[:DELAY,...]: have everything happen in any order that the APIs' specifications allow, by this seed (0: the machine's own order; 1, 2, 3: early, late, latest first); with delays that gasnetgo explore has printed, only those. Without a value a seed is drawn and printed")
	flags.Lookup("shuffle").NoOptDefVal = anySeed
	flags.StringVar(&f.log, "shuffle-log", "", "FILE: write there what --shuffle has delayed, a JSON object on each line")
}

// settleShuffle copies them to the job.
func (f *simFlags) settleShuffle(s *spec.Spec) (err error) {
	if f.shuffle == "" {
		if f.log != "" {
			return fmt.Errorf("--shuffle-log %s: it writes what --shuffle delays, which is not given", f.log)
		}
		return nil
	}
	if f.shuffle == anySeed {
		f.shuffle = strconv.FormatUint(rand.Uint64N(1<<32), 10)
		usage.Print(fmt.Errorf("--shuffle=%s repeats this run", f.shuffle))
	}
	s.Disorder = new(spec.Disorder)
	seed, only, given := strings.Cut(f.shuffle, ":")
	if s.Disorder.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
		return fmt.Errorf("--shuffle=%s: the seed is a number from 0 on", f.shuffle)
	}
	if given {
		s.Disorder.Only = strings.Split(only, ",")
	}
	if f.log != "" {
		s.Disorder.Log, err = filepath.Abs(f.log)
	}
	return err
}
