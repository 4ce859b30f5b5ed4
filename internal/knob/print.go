package knob

import (
	"fmt"
	"io"
	"strings"
)

// Write prints the table to w, one variable a line under its category: name, the value in force and where that came from, the
// default, the sentence. A text that is not allowed is shown with the reason. Variables that only launchers set are left out unless
// they are set.
func (s *Set) Write(w io.Writer) error {
	wide, wideValue := 0, 0
	for _, v := range s.settings {
		wide, wideValue = max(wide, len(v.Knob.Name)), max(wideValue, len(v.shown()))
	}
	var b strings.Builder
	last := Category("")
	for _, v := range s.settings {
		if v.Knob.Category == Internal && v.Source == "" {
			continue
		}
		if v.Knob.Category != last {
			last = v.Knob.Category
			fmt.Fprintf(&b, "%s\n", last)
		}
		fmt.Fprintf(&b, "  %-*s  %-*s  %s\n", wide, v.Knob.Name, wideValue, v.shown(), v.describe())
		if err := s.check(v); err != nil {
			fmt.Fprintf(&b, "  %-*s  error: %v\n", wide, "", err)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (v Setting) shown() string {
	switch {
	case v.Knob.Kind == Flag && v.Source == "":
		return "off"
	case v.Knob.Kind == Flag:
		return "on"
	case v.Text == "":
		return "-"
	}
	return v.Text
}

func (v Setting) describe() string {
	from := "default"
	switch {
	case v.Source != "" && v.Knob.Default != "":
		from = fmt.Sprintf("from %s, default %s", v.Source, v.Knob.Default)
	case v.Source != "":
		from = "from " + v.Source
	case v.Knob.Default == "":
		from = "not set"
	}
	text := fmt.Sprintf("%s (%s; %v", v.Knob.Help, from, v.Knob.Kind)
	if v.Knob.Kind == Enum {
		text += " of " + strings.Join(v.Knob.Choices, ", ")
	}
	if len(v.Knob.Aliases) > 0 {
		text += "; also " + strings.Join(v.Knob.Aliases, ", ")
	}
	return text + ")"
}
