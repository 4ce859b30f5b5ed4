package sweep

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"gasnetgo/sim"
)

// row is a run with its values.
type row struct {
	*point
	*record                    // nil: cut off before it had ended
	read    map[string]float64 // by group of --value
	status  string             // ok, or one line that says why not
}

const ok = "ok"

// newRow reads the values of a run that has ended.
func newRow(p *point, r *record, values *reader) row {
	w := row{point: p, record: r, status: ok}
	if r == nil {
		w.status = "cut off"
		return w
	}
	if r.Status != 0 {
		w.status = strings.TrimSuffix(fmt.Sprintf("status %d: %s", r.Status, r.Why), ": ")
		return w
	}
	var err error
	if w.read, err = values.read(r.Output); err != nil {
		w.status = err.Error()
	}
	return w
}

// value is a number of a row; false: the row has none.
func (w *row) value(name string) (float64, bool) {
	if w.record == nil || w.Status != 0 {
		return 0, false
	}
	if name == timeColumn {
		return sim.Time(w.Time).Microseconds(), true
	}
	v, ok := w.read[name]
	return v, ok
}

// timeColumn is the virtual time of the whole job, in microseconds.
const timeColumn = "job (us)"

// table is the results of a sweep.
type table struct {
	program string // its name
	grid    grid
	values  []string // groups of --value
	rows    []row
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// writeText prints aligned columns for people.
func (t *table) writeText(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, a := range t.grid {
		fmt.Fprintf(tw, "%s\t", a.name)
	}
	for _, v := range append(t.values, timeColumn) {
		fmt.Fprintf(tw, "%s\t", v)
	}
	fmt.Fprint(tw, "messages\t  status\n")
	for i := range t.rows {
		r := &t.rows[i]
		for _, v := range r.values {
			fmt.Fprintf(tw, "%s\t", v)
		}
		for _, name := range t.values {
			text := "-"
			if v, ok := r.value(name); ok {
				text = number(v)
			}
			fmt.Fprintf(tw, "%s\t", text)
		}
		time, messages := "-", "-"
		if v, ok := r.value(timeColumn); ok {
			time, messages = fmt.Sprintf("%.3f", v), fmt.Sprint(r.Messages)
		}
		fmt.Fprintf(tw, "%s\t%s\t  %s\n", time, messages, r.status)
	}
	return tw.Flush()
}

// writeCSV prints a line for each run.
func (t *table) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	var head []string
	for _, a := range t.grid {
		head = append(head, a.name)
	}
	head = append(append(head, t.values...), "time_ps", "messages", "status")
	_ = c.Write(head) // Error has it
	for i := range t.rows {
		r := &t.rows[i]
		line := append([]string(nil), r.values...)
		for _, name := range t.values {
			text := ""
			if v, ok := r.value(name); ok {
				text = number(v)
			}
			line = append(line, text)
		}
		time, messages := "", ""
		if _, ok := r.value(timeColumn); ok {
			time, messages = fmt.Sprint(r.Time), fmt.Sprint(r.Messages)
		}
		_ = c.Write(append(line, time, messages, r.status))
	}
	c.Flush()
	return c.Error()
}

// jsonRow is a row in JSON.
type jsonRow struct {
	Machine  string             `json:"machine"`
	Ranks    int                `json:"n"`
	Set      map[string]string  `json:"set"`
	Values   map[string]float64 `json:"values"`
	Time     *int64             `json:"time_ps"` // null: the run has failed
	Messages *uint64            `json:"messages"`
	Status   string             `json:"status"`
}

// writeJSON prints a list of runs.
func (t *table) writeJSON(w io.Writer) error {
	list := []jsonRow{}
	for i := range t.rows {
		r := &t.rows[i]
		j := jsonRow{Machine: r.machine, Ranks: r.ranks, Set: map[string]string{}, Values: map[string]float64{}, Status: r.status}
		for k, a := range t.grid[2:] {
			j.Set[a.name] = r.values[k+2]
		}
		for name, v := range r.read {
			j.Values[name] = v
		}
		if _, ok := r.value(timeColumn); ok {
			j.Time, j.Messages = &r.Time, &r.Messages
		}
		list = append(list, j)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(list)
}

// failed is the number of rows that are not ok.
func (t *table) failed() (n int) {
	for i := range t.rows {
		if t.rows[i].status != ok {
			n++
		}
	}
	return n
}
