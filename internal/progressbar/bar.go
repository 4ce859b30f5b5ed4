// Package progressbar shows on a terminal how much of a long command is done.
package progressbar

import (
	"os"

	lib "github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Bar is one line that is rewritten in place. It shows nothing unless its file is a terminal. Several goroutines may use it at once, until End.
type Bar struct {
	bar *lib.ProgressBar // nil: shows nothing
}

// barWidth is the width of the bar itself: the line with counts and times fits a terminal of 80 columns.
const barWidth = 20

// New returns a bar of some steps on a file, usually standard error.
func New(file *os.File, steps int) *Bar {
	if !term.IsTerminal(int(file.Fd())) {
		return &Bar{}
	}
	return &Bar{lib.NewOptions(steps,
		lib.OptionSetWriter(file),
		lib.OptionSetWidth(barWidth),
		lib.OptionShowCount(),
		lib.OptionSetPredictTime(true),
		lib.OptionSetRenderBlankState(true),
		lib.OptionClearOnFinish(),
	)}
}

// Begin names the step that begins.
func (b *Bar) Begin(step string) {
	if b.bar != nil {
		b.bar.Describe(step)
	}
}

// Done counts a step.
func (b *Bar) Done() {
	if b.bar != nil {
		_ = b.bar.Add(1) // a terminal that is gone is no reason to end a measurement
	}
}

// Clear removes the line until the next step. Call it before anything else is written to the terminal.
func (b *Bar) Clear() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}

// End removes the line for good.
func (b *Bar) End() {
	if b.bar != nil {
		_ = b.bar.Clear()
		_ = b.bar.Exit()
		b.bar = nil
	}
}
