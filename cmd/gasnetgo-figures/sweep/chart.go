package sweep

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"gasnetgo/figures"
)

// along is the axis that pictures have as their X axis: the numbers of ranks if there are several, else the first axis with several values; -1: a single run.
func (g grid) along() int {
	best := -1
	for i, a := range g {
		if len(a.values) > 1 && (best < 0 || a.name == ranksAxis) {
			best = i
		}
	}
	return best
}

// draw writes a picture for each value, or of the job's virtual time if no values are read, and returns the names of the files.
func (t *table) draw(dir string) (files []string, err error) {
	along := t.grid.along()
	if along < 0 {
		return nil, nil
	}
	names := t.values
	if len(names) == 0 {
		names = []string{timeColumn}
	}
	for _, name := range names {
		c := t.chart(along, name)
		if c == nil {
			continue
		}
		base := name
		if name == timeColumn {
			base = "time"
		}
		saved, err := c.Save(filepath.Join(dir, base))
		files = append(files, saved...)
		if err != nil {
			return files, err
		}
	}
	return files, nil
}

// chart is the picture of a value: a line for each combination of the other axes. nil: fewer than two places have the value.
func (t *table) chart(along int, name string) *figures.Chart {
	a := &t.grid[along]
	at, unit := a.places()
	c := &figures.Chart{Title: t.program + ": " + name + " by " + a.name, X: a.name + unit, Y: name, Log: a.name == ranksAxis}
	if at == nil {
		c.Words = a.values
	}
	lines := map[string]int{}
	used := map[float64]bool{}
	for i := range t.rows {
		r := &t.rows[i]
		v, ok := r.value(name)
		if !ok {
			continue
		}
		var label []string
		x := 0.0
		for k := range t.grid {
			switch {
			case k != along && len(t.grid[k].values) > 1:
				label = append(label, t.grid[k].name+" = "+r.values[k])
			case k == along:
				for j, text := range a.values {
					if text == r.values[k] {
						if x = float64(j); at != nil {
							x = at[j]
						}
					}
				}
			}
		}
		text := strings.Join(label, ", ")
		if text == "" {
			text = r.machine
		}
		n, seen := lines[text]
		if !seen {
			n = len(c.Lines)
			lines[text] = n
			c.Lines = append(c.Lines, figures.Line{Label: text})
		}
		used[x] = true
		c.Lines[n].Points = append(c.Lines[n].Points, figures.Point{X: x, Value: v})
	}
	for i := range c.Lines {
		figures.SortPoints(c.Lines[i].Points)
		c.Lines[i].Marks = c.Lines[i].Points
	}
	if len(used) < 2 {
		return nil
	}
	return c
}

// withUnit is a number with a unit, or without.
var withUnit = regexp.MustCompile(`^([0-9._]+) *([A-Za-z/]*)$`)

// places are the values of an axis as numbers, and their unit in parentheses; nil: they are not all numbers of one unit.
func (a *axis) places() (at []float64, unit string) {
	for i, text := range a.values {
		m := withUnit.FindStringSubmatch(text)
		if m == nil || i > 0 && m[2] != unit {
			return nil, ""
		}
		v, err := strconv.ParseFloat(strings.ReplaceAll(m[1], "_", ""), 64)
		if err != nil {
			return nil, ""
		}
		at, unit = append(at, v), m[2]
	}
	if unit != "" {
		unit = " (" + unit + ")"
	}
	return at, unit
}
