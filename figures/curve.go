package figures

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Curve is the output of a run: columns of numbers, one row per size, in ascending order.
type Curve struct {
	columns []string
	rows    [][]float64
}

// The first column: sizes, or the numbers of bursts of messages, for which the comments below stand as well.
const (
	sizeColumn  = "bytes"
	burstColumn = "burst"
)

// Abscissa is the name of the first column.
func (c *Curve) Abscissa() string { return c.columns[0] }

// ParseCurve parses the output of a program: comment lines begin with #, the last one before the numbers names the columns.
func ParseCurve(text []byte) (*Curve, error) {
	c := new(Curve)
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		if names, comment := strings.CutPrefix(line, "#"); comment {
			if len(c.rows) == 0 {
				c.columns = strings.Fields(names)
			}
			continue
		}
		if err := c.add(strings.Fields(line)); err != nil {
			return nil, err
		}
	}
	if len(c.rows) == 0 {
		return nil, fmt.Errorf("no measurements in %q", text)
	}
	slices.SortStableFunc(c.rows, func(a, b []float64) int { return int(a[0]) - int(b[0]) })
	return c, lines.Err()
}

func (c *Curve) add(fields []string) error {
	if len(fields) != len(c.columns) || c.columns[0] != sizeColumn && c.columns[0] != burstColumn {
		return fmt.Errorf("%q does not have the columns %q, of which the first is %q or %q", strings.Join(fields, " "), c.columns, sizeColumn, burstColumn)
	}
	row := make([]float64, len(fields))
	for i, f := range fields {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return fmt.Errorf("%q is not a number", f)
		}
		row[i] = v
	}
	c.rows = append(c.rows, row)
	return nil
}

// column is the index of a column.
func (c *Curve) column(name string) (int, error) {
	i := slices.Index(c.columns, name)
	if i < 0 {
		return 0, fmt.Errorf("no column %q among %q", name, c.columns)
	}
	return i, nil
}

// At is a column's value at a size that has been measured.
func (c *Curve) At(column string, size uint64) (float64, error) {
	i, err := c.column(column)
	if err != nil {
		return 0, err
	}
	for _, r := range c.rows {
		if r[0] == float64(size) {
			return r[i], nil
		}
	}
	return 0, fmt.Errorf("%s %d has not been measured", c.Abscissa(), size)
}

// Point is a value at a place, mostly a size.
type Point struct{ X, Value float64 }

// Points are the values of a column from one size to another.
func (c *Curve) Points(column string, from, to uint64) ([]Point, error) {
	i, err := c.column(column)
	if err != nil {
		return nil, err
	}
	var list []Point
	for _, r := range c.rows {
		if r[0] >= float64(from) && r[0] <= float64(to) {
			list = append(list, Point{r[0], r[i]})
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("nothing has been measured from %s %d to %d", c.Abscissa(), from, to)
	}
	return list, nil
}

// Max is the largest value of a column.
func (c *Curve) Max(column string) (float64, error) {
	i, err := c.column(column)
	if err != nil {
		return 0, err
	}
	most := c.rows[0][i]
	for _, r := range c.rows {
		most = max(most, r[i])
	}
	return most, nil
}

// Reaches is the size at which a column reaches a value for the first time, by linear interpolation between sizes.
func (c *Curve) Reaches(column string, value float64) (float64, error) {
	i, err := c.column(column)
	if err != nil {
		return 0, err
	}
	for k, r := range c.rows {
		if r[i] < value {
			continue
		}
		if k == 0 {
			return r[0], nil
		}
		before := c.rows[k-1]
		return before[0] + (r[0]-before[0])*(value-before[i])/(r[i]-before[i]), nil
	}
	return 0, fmt.Errorf("%s never reaches %v", column, value)
}

// SortPoints sorts points by their place.
func SortPoints(points []Point) {
	slices.SortStableFunc(points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
}
