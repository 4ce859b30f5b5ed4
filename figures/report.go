package figures

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
)

// header names the columns of a table of results.
var header = []string{"figure", "paper", "model", "error", "use", "tolerance", "met"}

// cells are the columns of a result.
func (r *Result) cells() []string {
	published, model, difference, use, tolerance := r.Says, "-", "", r.Use, ""
	if r.Value != 0 {
		published = strings.TrimSpace(number(r.Value) + " " + r.Unit)
		if r.Use != Reported {
			tolerance = fmt.Sprintf("%v %%", r.Tolerance)
		}
	}
	if !math.IsNaN(r.Model) {
		model = strings.TrimSpace(number(r.Model) + " " + r.Unit)
	}
	if !math.IsNaN(r.Error) && r.Use != Reported {
		difference = fmt.Sprintf("%+.1f %%", r.Error)
	}
	switch {
	case r.Least != nil && r.Most != nil:
		tolerance = fmt.Sprintf("%v to %v", *r.Least, *r.Most)
	case r.Least != nil:
		tolerance = fmt.Sprintf("at least %v", *r.Least)
	case r.Most != nil:
		tolerance = fmt.Sprintf("at most %v", *r.Most)
	}
	if r.By != "" {
		use += " " + r.By
	}
	verdict := string(r.Verdict)
	switch r.Verdict {
	case Known:
		verdict += r.Missing
	case NotYet:
		verdict += r.Needs
	}
	return []string{r.Figure, published, model, difference, use, tolerance, verdict}
}

// number is a value with three digits or more.
func number(v float64) string {
	if math.Abs(v) < 1 {
		return fmt.Sprintf("%.3f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// WriteTable prints results in aligned columns.
func WriteTable(w io.Writer, results []Result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join(header, "\t"))
	for i := range results {
		fmt.Fprintln(t, strings.Join(results[i].cells(), "\t"))
	}
	return t.Flush()
}

// WriteMarkdown prints results as a table of a document.
func WriteMarkdown(w io.Writer, results []Result) error {
	line := func(cells []string) error {
		_, err := fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
		return err
	}
	if err := line(header); err != nil {
		return err
	}
	fmt.Fprintf(w, "|%s\n", strings.Repeat(" --- |", len(header)))
	for i := range results {
		if err := line(results[i].cells()); err != nil {
			return err
		}
	}
	return nil
}

// Summary counts the verdicts, in a sentence.
func Summary(results []Result) string {
	count := map[Verdict]int{}
	for _, r := range results {
		count[r.Verdict]++
	}
	decided := count[Met] + count[NotMet] + count[Known]
	text := fmt.Sprintf("%d of %d published figures are met", count[Met], decided)
	if n := count[Known]; n > 0 {
		text += fmt.Sprintf(", %d not because the model lacks a part", n)
	}
	if n := count[NotYet]; n > 0 {
		text += fmt.Sprintf("; %d cannot be measured yet", n)
	}
	if n := count[NoTarget]; n > 0 {
		text += fmt.Sprintf("; %d are reported only", n)
	}
	return text
}

// resultJSON is a row as JSON. Numbers of the model and the paper are in the row's unit.
type resultJSON struct {
	Machine          string   `json:"machine"`
	Figure           string   `json:"figure"`
	Paper            string   `json:"paper"`
	Section          string   `json:"section"`
	Use              string   `json:"use"`
	CalibratedBy     string   `json:"calibrated_by,omitempty"`
	Unit             string   `json:"unit"`
	Published        *float64 `json:"published,omitempty"`
	Says             string   `json:"says,omitempty"`
	Model            *float64 `json:"model,omitempty"`
	ErrorPercent     *float64 `json:"error_percent,omitempty"`
	TolerancePercent *float64 `json:"tolerance_percent,omitempty"`
	Least            *float64 `json:"least,omitempty"`
	Most             *float64 `json:"most,omitempty"`
	Met              *bool    `json:"met,omitempty"` // absent where nothing is published or measured
	Missing          string   `json:"missing,omitempty"`
	Needs            string   `json:"needs,omitempty"`
}

// WriteJSON prints results as a list.
func WriteJSON(w io.Writer, results []Result) error {
	given := func(v float64, is bool) *float64 {
		if !is || math.IsNaN(v) {
			return nil
		}
		return &v
	}
	list := make([]resultJSON, len(results))
	for i, r := range results {
		j := resultJSON{Machine: r.Machine, Figure: r.Figure, Paper: r.Paper, Section: r.Section, Use: r.Use, CalibratedBy: r.By, Unit: r.Unit, Says: r.Says,
			Least: r.Least, Most: r.Most, Needs: r.Needs, Published: given(r.Value, r.Value != 0), Model: given(r.Model, true),
			ErrorPercent: given(r.Error, r.Use != Reported), TolerancePercent: given(r.Tolerance, r.Tolerance != 0)}
		switch r.Verdict {
		case Met, NotMet, Known:
			met := r.Verdict == Met
			j.Met = &met
		}
		if r.Verdict == Known {
			j.Missing = r.Missing
		}
		list[i] = j
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(list)
}

// Sources prints the papers that rows are from, each with the rows' sections.
func (t *Table) Sources(w io.Writer) error {
	for _, p := range t.Papers {
		used := false
		for _, r := range t.Rows {
			used = used || r.Paper == p.Key
		}
		if used {
			if _, err := fmt.Fprintln(w, p.Title); err != nil {
				return err
			}
		}
	}
	return nil
}
