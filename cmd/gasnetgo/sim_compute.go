package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gasnetgo/sim/sites"
	"gasnetgo/sim/spec"
)

const computeForms = "free, measured, measured:SCALE with a number above 0, as in measured:0.5, counted, record=FILE, or a FILE of that, also with :SCALE"

// computing copies the value of --compute to the job; empty: the flag is not given.
func computing(text string, s *spec.Spec) (err error) {
	wrong := func() error { return fmt.Errorf("--compute %s: %s", text, computeForms) }
	how, scaleText, given := text, "", false
	if at := strings.LastIndex(text, ":"); at >= 0 {
		how, scaleText, given = text[:at], text[at+1:], true
	}
	scale := 1.0
	if given {
		if scale, err = strconv.ParseFloat(scaleText, 64); err != nil || !(scale > 0 && scale <= 1e6) {
			return wrong()
		}
	}
	file, record := strings.CutPrefix(text, "record=")
	switch {
	case text == "":
	case text == "free":
		s.ComputeFree = true
	case record && file != "":
		s.Compute = 1
		s.Record, err = filepath.Abs(file)
	case how == "measured":
		s.Compute = scale
	case text == "counted":
		s.Counted = true
	case how == "" || how == "free" || how == "counted" || record:
		return wrong()
	default:
		if s.Recorded, err = filepath.Abs(how); err == nil {
			s.RecordedScale = scale
			err = readable(text, s.Recorded)
		}
	}
	return err
}

// readable checks that a file has recorded times, before the job begins.
func readable(value, path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) && !strings.ContainsAny(value, "/.") {
		return fmt.Errorf("--compute %s: %s; there is no file of this name", value, computeForms)
	}
	if err == nil {
		_, err = sites.Decode(text)
	}
	if err != nil {
		return fmt.Errorf("--compute %s: %w", value, err)
	}
	return nil
}
