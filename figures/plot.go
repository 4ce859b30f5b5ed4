package figures

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
)

// Draw writes the plots of a machine's part of the table into a folder, each in every format, and returns the files' names.
func (t *Table) Draw(dir, machine string, curves Curves) (files []string, err error) {
	for i := range t.Plots {
		c, err := t.picture(&t.Plots[i], machine, curves)
		if err != nil {
			return files, fmt.Errorf("%w: plot %s: %w", ErrTable, t.Plots[i].Name, err)
		}
		saved, err := c.Save(filepath.Join(dir, machine+"-"+t.Plots[i].Name))
		files = append(files, saved...)
		if err != nil {
			return files, err
		}
	}
	return files, nil
}

// picture is one plot: the model's curves, and the published values as points.
func (t *Table) picture(what *Plot, machine string, curves Curves) (*Chart, error) {
	c := &Chart{Title: what.Title + ", simulated " + machine, X: sizeColumn, Y: what.Unit}
	if first := curves[what.Runs[0]]; first != nil {
		c.X = first.Abscissa()
	}
	c.Bytes = c.X == sizeColumn
	c.Log = c.Bytes
	for _, name := range what.Runs {
		line, err := t.line(what, name, curves[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		c.Lines = append(c.Lines, line)
	}
	return c, nil
}

// line is a run's curve in a plot, with the published points that belong to it.
func (t *Table) line(what *Plot, run string, c *Curve) (l Line, err error) {
	if c == nil {
		return l, errors.New("it has not been run")
	}
	l.Label = cmp.Or(t.run(run).Label, run)
	l.Marked = l.Label + ", published"
	if l.Points, err = c.Points(what.Column, what.Bytes[0], what.Bytes[1]); err != nil {
		return l, err
	}
	for k := range t.Rows {
		if at, ok := t.published(&t.Rows[k], what, run); ok {
			l.Marks = append(l.Marks, at)
		}
	}
	return l, nil
}

// published is the point of a run's curve in a plot that a row states. The rate at half of a peak is half of the published peak.
func (t *Table) published(r *Row, what *Plot, run string) (Point, bool) {
	m := &r.Measure
	if r.Value == 0 || r.Use == Reported || m.Run != run {
		return Point{}, false
	}
	switch {
	case m.Kind == "at" && m.Column == what.Column && m.Bytes[0] >= what.Bytes[0] && m.Bytes[0] <= what.Bytes[1]:
		return Point{float64(m.Bytes[0]), r.Value}, true
	case m.Kind == "half" && what.Column == rateColumn:
		of := m.Run
		if m.Against != "" {
			of = m.Against
		}
		for _, peak := range t.Rows {
			if p := peak.Measure; p.Run == of && p.Kind == "at" && p.Column == rateColumn {
				return Point{1024 * r.Value, peak.Value / 2}, true
			}
		}
	}
	return Point{}, false
}
