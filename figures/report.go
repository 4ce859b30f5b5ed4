package figures

import (
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
