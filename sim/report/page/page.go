// Package page writes a report as one HTML page that needs nothing else, neither files nor a network. Its charts are drawn by Apache ECharts, which is part of the page; echarts/ has its license.
package page

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"gasnetgo/sim/report"
)

//go:embed echarts/echarts.min.js
var charts string

//go:embed page.html
var frame string

//go:embed page.css
var style string

//go:embed page.js
var script string

// Write writes the page.
func Write(w io.Writer, d *report.Data) error {
	data, err := json.Marshal(d) // <, > and & are escaped: the text may stand in a script element
	if err != nil {
		return err
	}
	title := fmt.Sprintf("%s on %d ranks of %s", d.Stats.Program, len(d.Stats.Ranks), d.Stats.Machine)
	parts := map[string]string{"TITLE": html.EscapeString(title), "STYLE": style, "CHARTS": charts, "DATA": string(data), "SCRIPT": script}
	rest := frame
	for {
		before, after, more := strings.Cut(rest, "{{")
		if _, err := io.WriteString(w, before); err != nil || !more {
			return err
		}
		name, behind, _ := strings.Cut(after, "}}")
		if _, err := io.WriteString(w, parts[name]); err != nil {
			return err
		}
		rest = behind
	}
}
