package figures

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
)

// Sensitivity is what becomes of a prediction when assumed parameters are changed one at a time.
type Sensitivity struct {
	Result
	Low, High float64 // the least and the largest value
	Most      string  // the change that moves it furthest: "nic.interrupt=1.6us"; empty if none moves it
	Robust    bool    // the row is met whatever was changed, or missed whatever was changed
	furthest  float64
}

// NewSensitivity begins with the results of the machine as it is: those that are predictions.
func NewSensitivity(results []Result) (list []Sensitivity) {
	for _, r := range results {
		if r.Use == Predicted && !math.IsNaN(r.Model) {
			list = append(list, Sensitivity{Result: r, Low: r.Model, High: r.Model, Robust: true})
		}
	}
	return list
}

// AddChange takes in the results of the same rows after a change.
func AddChange(list []Sensitivity, change string, results []Result) {
	for i := range list {
		s := &list[i]
		for _, r := range results {
			if r.Figure != s.Figure || r.Use != s.Use || math.IsNaN(r.Model) {
				continue
			}
			s.Low, s.High = min(s.Low, r.Model), max(s.High, r.Model)
			if d := math.Abs(r.Model - s.Model); d > s.furthest {
				s.furthest, s.Most = d, change
			}
			s.Robust = s.Robust && r.Verdict == s.Verdict
		}
	}
}

// sensitivityHeader names the columns of a table of sensitivities.
var sensitivityHeader = []string{"figure", "model", "from", "to", "moved most by", "robust"}

func (s *Sensitivity) columns() []string {
	value := func(v float64) string { return strings.TrimSpace(number(v) + " " + s.Unit) }
	robust := "yes"
	if !s.Robust {
		robust = "NO"
	}
	return []string{s.Figure, value(s.Model), value(s.Low), value(s.High), s.Most, robust}
}

// WriteSensitivity prints sensitivities as a table: of a document, or in aligned columns.
func WriteSensitivity(w io.Writer, list []Sensitivity, markdown bool) error {
	if markdown {
		fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(sensitivityHeader, " | "), strings.Repeat(" --- |", len(sensitivityHeader)))
		for i := range list {
			if _, err := fmt.Fprintf(w, "| %s |\n", strings.Join(list[i].columns(), " | ")); err != nil {
				return err
			}
		}
		return nil
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join(sensitivityHeader, "\t"))
	for i := range list {
		fmt.Fprintln(t, strings.Join(list[i].columns(), "\t"))
	}
	return t.Flush()
}
