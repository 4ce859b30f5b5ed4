package main

import (
	"fmt"
	"slices"
	"strings"
)

// open stands for any type of a list, in the macro of a row with this list.
type open struct {
	typed  bool // the list has C types with codes, not sizes
	floats bool // the list has float or double
}

// columns are the parameters of a row's macro: the type in the function's name, then what the body wants.
func columns(o *open) []string {
	if o.typed {
		return []string{"T", "C", "CODE"}
	}
	return []string{"T", "SIZE"}
}

// openList is any type of the list.
func (t *table) openList(name string) *open {
	o := &open{}
	for _, n := range t.lists[name] {
		o.typed = t.types[n].typed()
		o.floats = o.floats || t.types[n].float()
	}
	return o
}

// placeholder is the text of a placeholder in a row's macro; ok is false if it is the same for every type of the list.
func (o *open) placeholder(api, name string) (text string, ok bool) {
	if v, bits := strings.CutPrefix(name, "bits:"); bits && o.floats {
		return "ga_bits_of(" + v + ")", true
	}
	switch name {
	case "C":
		return "C", true
	case "size":
		if o.typed {
			return "sizeof(C)", true
		}
		return "SIZE", true
	case "num":
		return "GA_" + strings.ToUpper(api) + "_NUM_##CODE", true
	case "code":
		return "GA_" + strings.ToUpper(api) + "_TYPE_##CODE", true
	}
	return "", false
}

// openRows makes for every row with a list the entry that becomes its macro. It fails if the functions of a row differ in more than their type.
func (a *api) openRows() error {
	a.opened = map[*row]*entry{}
	if !a.compact() {
		return nil
	}
	of := map[*row][]*entry{}
	for _, en := range a.entries {
		if err := en.checkCopies(); err != nil {
			return fmt.Errorf("%s: %s: %w", a.where(en.row.line), en.name, err)
		}
		if en.alias == "" && en.row.list != "" && en.row.body.how != "hand" {
			of[en.row] = append(of[en.row], en)
		}
	}
	for _, r := range a.rows {
		if of[r] == nil {
			continue
		}
		en, err := a.openRow(r, of[r])
		if err != nil {
			return fmt.Errorf("%s: %s: %w", a.where(r.line), r.pattern, err)
		}
		a.opened[r] = en
	}
	return nil
}

// openRow makes the entry of one row's macro from the entries of its functions.
func (a *api) openRow(r *row, entries []*entry) (*entry, error) {
	var prototypes, ctypes []string
	for i, e := range a.elements(r) {
		prototypes = append(prototypes, entries[i].result+"("+entries[i].params)
		ctypes = append(ctypes, e.ctype)
	}
	text, err := commonText(prototypes, ctypes)
	if err != nil {
		return nil, err
	}
	f := *entries[0].function
	f.name = strings.TrimSuffix(strings.TrimPrefix(strings.ReplaceAll(r.pattern, "{T}", "##T##"), "##"), "##")
	f.result, f.params, _ = strings.Cut(text, "(")
	en := &entry{function: &f, row: r, spec: r.spec, open: a.openList(r.list)}
	return en, a.fillBody(en, elem{open: en.open})
}

// commonText replaces its own C type by C in each text, and returns the one text that all of them become.
func commonText(texts, ctypes []string) (string, error) {
	rest := slices.Clone(texts)
	var b strings.Builder
	for rest[0] != "" {
		typed := true
		for i := range rest {
			typed = typed && ctypes[i] != "" && startsWith(rest[i], ctypes[i])
		}
		if typed {
			b.WriteString("C")
			for i := range rest {
				rest[i] = rest[i][len(ctypes[i]):]
			}
			continue
		}
		word := rest[0][:1]
		if loc := identifier.FindStringIndex(rest[0]); loc != nil && loc[0] == 0 {
			word = rest[0][:loc[1]]
		}
		for i := range rest {
			if !startsWith(rest[i], word) {
				return "", fmt.Errorf("%q and %q differ in more than their type", texts[0], texts[i])
			}
			rest[i] = rest[i][len(word):]
		}
		b.WriteString(word)
	}
	for i := range rest {
		if rest[i] != "" {
			return "", fmt.Errorf("%q and %q differ in more than their type", texts[0], texts[i])
		}
	}
	return b.String(), nil
}

// startsWith reports whether text begins with prefix and the prefix ends at the end of a word.
func startsWith(text, prefix string) bool {
	after, ok := strings.CutPrefix(text, prefix)
	return ok && (after == "" || !wordByte(prefix[len(prefix)-1]) || !wordByte(after[0]))
}

func wordByte(c byte) bool { return identifier.Match([]byte{c}) || c >= '0' && c <= '9' }
