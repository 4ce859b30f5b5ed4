package figures

import (
	"errors"
	"fmt"
	"math"
)

// Verdicts about a row.
type Verdict string

// Verdicts.
const (
	Met      Verdict = "yes"
	NotMet   Verdict = "NO"
	Known    Verdict = "no: "      // and which part the model lacks
	NoTarget Verdict = ""          // a reported row
	NotYet   Verdict = "not yet: " // and what is needed
)

// Result is a row with the model's value and the verdict.
type Result struct {
	Row
	Machine string // set by the caller, for WriteJSON
	Model   float64
	Error   float64 // percent of the published value; NaN where there is none
	Verdict Verdict
}

// Curves are runs by name.
type Curves map[string]*Curve

// Compare evaluates all rows. It needs the curves of all runs of the table.
func (t *Table) Compare(curves Curves) ([]Result, error) {
	var results []Result
	var list []error
	for _, row := range t.Rows {
		r := Result{Row: row, Error: math.NaN()}
		if row.Needs != "" {
			r.Model, r.Verdict = math.NaN(), NotYet
		} else {
			var err error
			if r.Model, err = row.evaluate(curves); err != nil {
				list = append(list, fmt.Errorf("%w: %s: %w", ErrTable, row.Figure, err))
				continue
			}
			r.judge()
		}
		results = append(results, r)
	}
	return results, errors.Join(list...)
}

// judge compares the model's value with the published one.
func (r *Result) judge() {
	good := true
	if r.Value != 0 {
		r.Error = 100 * (r.Model/r.Value - 1)
		good = math.Abs(r.Error) <= r.Tolerance
	}
	if r.Least != nil {
		good = good && r.Model >= *r.Least
	}
	if r.Most != nil {
		good = good && r.Model <= *r.Most
	}
	switch {
	case r.Use == Reported:
		r.Verdict = NoTarget
	case good:
		r.Verdict = Met
	case r.Missing != "":
		r.Verdict = Known
	default:
		r.Verdict = NotMet
	}
}

// evaluate is the model's value.
func (r *Row) evaluate(curves Curves) (float64, error) {
	m := &r.Measure
	c := curves[m.Run]
	if c == nil {
		return 0, fmt.Errorf("%q has not been run", m.Run)
	}
	switch m.Kind {
	case "at":
		return c.At(m.Column, m.Bytes[0])
	case "step":
		low, err := c.At(m.Column, m.Bytes[0])
		if err != nil {
			return 0, err
		}
		high, err := c.At(m.Column, m.Bytes[1])
		return high - low, err
	case "half":
		return m.half(curves)
	case "ratio":
		return r.ratio(c, curves[m.Against])
	case "range":
		points, err := c.Points(m.Column, m.Bytes[0], m.Bytes[1])
		return r.extreme(points), err
	}
	return 0, fmt.Errorf("no measure is called %q", m.Kind)
}

// rateColumn is the column of measure half.
const rateColumn = "MB/s"

func (m *Measure) half(curves Curves) (float64, error) {
	of := curves[m.Run]
	if m.Against != "" {
		of = curves[m.Against]
	}
	if of == nil {
		return 0, fmt.Errorf("%q has not been run", m.Against)
	}
	peak, err := of.Max(rateColumn)
	if err != nil {
		return 0, err
	}
	size, err := curves[m.Run].Reaches(rateColumn, peak/2)
	return size / 1024, err
}

func (r *Row) ratio(c, against *Curve) (float64, error) {
	m := &r.Measure
	if against == nil {
		return 0, fmt.Errorf("%q has not been run", m.Against)
	}
	points, err := c.Points(m.Column, m.Bytes[0], m.Bytes[1])
	if err != nil {
		return 0, err
	}
	for i := range points {
		other, err := against.At(m.Column, uint64(points[i].X))
		if err != nil {
			return 0, err
		}
		points[i].Value /= other
	}
	return r.extreme(points), nil
}

// extreme is the value to compare with a bound: the largest if there is only an upper bound, otherwise the least.
func (r *Row) extreme(points []Point) float64 {
	value := math.NaN()
	for _, p := range points {
		if math.IsNaN(value) || (r.Most != nil && r.Least == nil) == (p.Value > value) {
			value = p.Value
		}
	}
	return value
}

// Failed are the rows that have to be met and are not.
func Failed(results []Result) (list []Result) {
	for _, r := range results {
		if r.Verdict == NotMet {
			list = append(list, r)
		}
	}
	return list
}
