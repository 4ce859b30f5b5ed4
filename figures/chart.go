package figures

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Formats are the endings of a picture's files.
var Formats = []string{".svg", ".png"}

// Chart is lines over one axis. It is drawn from 0 up.
type Chart struct {
	Title string
	X, Y  string   // what the axes show
	Log   bool     // the X axis is logarithmic, with marks at powers of two
	Bytes bool     // which are written as sizes: 4 KB
	Words []string // marks at 0, 1, 2, ... of the X axis; nil: numbers
	Lines []Line
}

// Line is a line of a chart, and points that are marked in its colour.
type Line struct {
	Label  string
	Points []Point
	Marks  []Point
	Marked string // the label of the marks
}

// Save draws the chart into one file for each of Formats, whose names begin with base, and returns the names.
func (c *Chart) Save(base string) (files []string, err error) {
	p, err := c.plot()
	if err != nil {
		return nil, err
	}
	for _, ext := range Formats {
		file := base + ext
		if err := p.Save(9*vg.Inch, 6*vg.Inch, file); err != nil {
			return files, err
		}
		files = append(files, file)
	}
	return files, nil
}

func (c *Chart) plot() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	switch {
	case c.Words != nil:
		var ticks plot.ConstantTicks
		for i, w := range c.Words {
			ticks = append(ticks, plot.Tick{Value: float64(i), Label: w})
		}
		p.X.Tick.Marker = ticks
	case c.Log:
		p.X.Scale = plot.LogScale{}
		p.X.Tick.Marker = plot.TickerFunc(func(low, high float64) []plot.Tick { return powers(low, high, c.Bytes) })
	}
	p.Y.Min = 0
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Padding = vg.Points(3)
	p.Legend.XOffs = vg.Points(6)
	p.Add(plotter.NewGrid())
	entries := 0 // of the legend
	for i := range c.Lines {
		n, err := c.Lines[i].add(p, i)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Lines[i].Label, err)
		}
		entries += n
	}
	p.Y.Max *= c.headroom(entries)
	return p, nil
}

// headroom is the free space above the lines for a legend of some entries, as a factor: more of it where lines begin high, below the legend.
func (c *Chart) headroom(entries int) float64 {
	first, most := 0.0, 0.0
	for _, l := range c.Lines {
		first = max(first, l.Points[0].Value)
		for _, p := range l.Points {
			most = max(most, p.Value)
		}
	}
	if first < most/2 {
		return 1.15
	}
	return 1.1 + 0.035*float64(entries)
}

// add draws line number i and its marks, each line's with a shape of its own. It returns the number of entries in the legend.
func (l *Line) add(p *plot.Plot, i int) (int, error) {
	line, err := plotter.NewLine(xys(l.Points))
	if err != nil {
		return 0, err
	}
	line.Color, line.Width = plotutil.Color(i), vg.Points(1.5)
	line.Dashes = plotutil.Dashes(i / 6)
	p.Add(line)
	p.Legend.Add(l.Label, line)
	if len(l.Marks) == 0 {
		return 1, nil
	}
	scatter, err := plotter.NewScatter(xys(l.Marks))
	if err != nil {
		return 0, err
	}
	scatter.GlyphStyle = draw.GlyphStyle{Color: line.Color, Radius: vg.Points(5), Shape: shapes[i%len(shapes)]}
	p.Add(scatter)
	if l.Marked == "" {
		return 1, nil
	}
	p.Legend.Add(l.Marked, scatter)
	return 2, nil
}

// shapes are those of marks, by the number of the line.
var shapes = [...]draw.GlyphDrawer{draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PyramidGlyph{}, draw.CircleGlyph{}}

func xys(points []Point) plotter.XYs {
	list := make(plotter.XYs, len(points))
	for i, p := range points {
		list[i] = plotter.XY{X: p.X, Y: p.Value}
	}
	return list
}

// powers marks powers of two, every second or fourth one where there are many.
func powers(low, high float64, bytes bool) (ticks []plot.Tick) {
	first, last := math.Ceil(math.Log2(low)), math.Floor(math.Log2(high))
	every := math.Max(1, math.Round((last-first)/12))
	for e := first; e <= last; e++ {
		tick := plot.Tick{Value: math.Exp2(e)}
		if math.Mod(e-first, every) == 0 {
			tick.Label = fmt.Sprint(tick.Value)
			if bytes {
				tick.Label = bytesText(tick.Value)
			}
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
