package figures

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Formats are the endings of a picture's files.
var Formats = []string{".svg", ".png"}

// Draw writes the plots of a machine's part of the table into a folder, each in every format, and returns the files' names.
func (t *Table) Draw(dir, machine string, curves Curves) (files []string, err error) {
	for i := range t.Plots {
		p, err := t.picture(&t.Plots[i], machine, curves)
		if err != nil {
			return files, fmt.Errorf("%w: plot %s: %w", ErrTable, t.Plots[i].Name, err)
		}
		for _, ext := range Formats {
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
	p.X.Label.Text = sizeColumn
	if c := curves[what.Runs[0]]; c != nil {
		p.X.Label.Text = c.Abscissa()
	}
	p.Y.Label.Text = what.Unit
	if p.X.Label.Text == sizeColumn {
		p.X.Scale = plot.LogScale{}
		p.X.Tick.Marker = plot.TickerFunc(powers)
	}
	p.Y.Min = 0
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Padding = vg.Points(3)
	p.Legend.XOffs = vg.Points(6)
	p.Add(plotter.NewGrid())
	entries := 0 // of the legend
	for i, name := range what.Runs {
		n, err := t.addCurve(p, what, i, curves[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		entries += n
	}
	p.Y.Max *= what.headroom(curves, entries)
	return p, nil
}

// headroom is the free space above the curves for a legend of some entries, as a factor: more of it where curves begin high, below the legend.
func (what *Plot) headroom(curves Curves, entries int) float64 {
	first, most := 0.0, 0.0
	for _, name := range what.Runs {
		points, err := curves[name].Points(what.Column, what.Bytes[0], what.Bytes[1])
		if err != nil {
			continue
		}
		first = max(first, points[0].Value)
		for _, p := range points {
			most = max(most, p.Value)
		}
	}
	if first < most/2 {
		return 1.15
	}
	return 1.1 + 0.035*float64(entries)
}

// addCurve draws curve number i of a plot, and the published points that belong to it in its colour, each curve's with a shape of its own. It returns the number
// of entries in the legend.
func (t *Table) addCurve(p *plot.Plot, what *Plot, i int, c *Curve) (int, error) {
	if c == nil {
		return 0, errors.New("it has not been run")
	}
	points, err := c.Points(what.Column, what.Bytes[0], what.Bytes[1])
	if err != nil {
		return 0, err
	}
	line, err := plotter.NewLine(xys(points))
	if err != nil {
		return 0, err
	}
	line.Color, line.Width = plotutil.Color(i), vg.Points(1.5)
	line.Dashes = plotutil.Dashes(i / 6)
	p.Add(line)
	name := what.Runs[i]
	label := cmp.Or(t.run(name).Label, name)
	p.Legend.Add(label, line)

	var marks []Point
	for k := range t.Rows {
		if at, ok := t.published(&t.Rows[k], what, name); ok {
			marks = append(marks, at)
		}
	}
	if len(marks) == 0 {
		return 1, nil
	}
	scatter, err := plotter.NewScatter(xys(marks))
	if err != nil {
		return 0, err
	}
	scatter.GlyphStyle = draw.GlyphStyle{Color: line.Color, Radius: vg.Points(5), Shape: shapes[i%len(shapes)]}
	p.Add(scatter)
	p.Legend.Add(label+", published", scatter)
	return 2, nil
}

// shapes are those of published points, by the number of the curve.
var shapes = [...]draw.GlyphDrawer{draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PyramidGlyph{}, draw.CircleGlyph{}}

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
