package figures

import (
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Formats of the pictures.
var formats = []string{".svg", ".png"}

// Draw writes the plots of a machine's part of the table into a folder and returns the files' names.
func (t *Table) Draw(dir, machine string, curves Curves) (files []string, err error) {
	for i := range t.Plots {
		p, err := t.picture(&t.Plots[i], machine, curves)
		if err != nil {
			return files, fmt.Errorf("%w: plot %s: %w", ErrTable, t.Plots[i].Name, err)
		}
		for _, ext := range formats {
			file := filepath.Join(dir, machine+"-"+t.Plots[i].Name+ext)
			if err := p.Save(9*vg.Inch, 6*vg.Inch, file); err != nil {
				return files, err
			}
			files = append(files, file)
		}
	}
	return files, nil
}

// picture is one plot: the model's curves, and the published values as points.
func (t *Table) picture(what *Plot, machine string, curves Curves) (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = what.Title + ", simulated " + machine
	p.X.Label.Text = "bytes"
	p.Y.Label.Text = what.Unit
	p.X.Scale = plot.LogScale{}
	p.X.Tick.Marker = plot.TickerFunc(powers)
	p.Y.Min = 0
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Padding = vg.Points(3)
	p.Legend.XOffs = vg.Points(6)
	p.Add(plotter.NewGrid())
	for i, name := range what.Runs {
		c := curves[name]
		if c == nil {
			return nil, fmt.Errorf("%q has not been run", name)
		}
		points, err := c.Points(what.Column, what.Bytes[0], what.Bytes[1])
		if err != nil {
			return nil, err
		}
		line, err := plotter.NewLine(xys(points))
		if err != nil {
			return nil, err
		}
		line.Color, line.Width = plotutil.Color(i), vg.Points(1.5)
		line.Dashes = plotutil.Dashes(i / 6)
		p.Add(line)
		label := t.run(name).Label
		if label == "" {
			label = name
		}
		p.Legend.Add(label, line)
	}
	err := t.mark(p, what)
	p.Y.Max *= headroom
	return p, err
}

// headroom is the free space above the curves for the legend.
const headroom = 1.15

// mark adds the published points.
func (t *Table) mark(p *plot.Plot, what *Plot) error {
	var points []Point
	for i := range t.Rows {
		if at, ok := t.published(&t.Rows[i], what); ok {
			points = append(points, at)
		}
	}
	if len(points) == 0 {
		return nil
	}
	scatter, err := plotter.NewScatter(xys(points))
	if err != nil {
		return err
	}
	scatter.GlyphStyle = draw.GlyphStyle{Color: color.Black, Radius: vg.Points(4), Shape: draw.CrossGlyph{}}
	p.Add(scatter)
	p.Legend.Add("published", scatter)
	return nil
}

// published is the point of a plot that a row states. The rate at half of a peak is half of the published peak.
func (t *Table) published(r *Row, what *Plot) (Point, bool) {
	m := &r.Measure
	if r.Value == 0 || r.Use == Reported || !slices.Contains(what.Runs, m.Run) {
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

func xys(points []Point) plotter.XYs {
	list := make(plotter.XYs, len(points))
	for i, p := range points {
		list[i] = plotter.XY{X: p.Bytes, Y: p.Value}
	}
	return list
}

// powers marks powers of two, every second or fourth one where there are many.
func powers(low, high float64) (ticks []plot.Tick) {
	first, last := math.Ceil(math.Log2(low)), math.Floor(math.Log2(high))
	every := math.Max(1, math.Round((last-first)/12))
	for e := first; e <= last; e++ {
		tick := plot.Tick{Value: math.Exp2(e)}
		if math.Mod(e-first, every) == 0 {
			tick.Label = bytesText(tick.Value)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

func bytesText(n float64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%v MB", n/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%v KB", n/(1<<10))
	}
	return fmt.Sprint(n)
}
