package asm

import (
	"bytes"
	"fmt"
	"strings"

	"gasnetgo/sim/count"
)

// Result is what Count has done.
type Result struct {
	Text    []byte // the assembly, counted or as it was
	Why     string // why it is as it was; empty: it is counted
	Manual  bool   // no compiler has written it, or it is counted already: nothing that its author need know
	File    string // that it was compiled from
	Blocks  int    // with an addition of their own
	Merged  int    // that are counted with the block before them
	Saved   int    // of Blocks, whose additions save the flags
	Strings int    // repeated string instructions, and calls of memcpy and the like
}

// Count inserts additions and a table into an assembly. What no compiler has written, or not in AT&T syntax, stays as it is.
func Count(text []byte) Result {
	f := newFilter(text)
	if why := f.read(); why != "" {
		return Result{Text: text, Why: why, Manual: why != intelSyntax, File: f.result.File}
	}
	return f.write()
}

// filter is the work on an assembly.
type filter struct {
	lines    []string
	code     []*section
	units    map[*section][]unit
	referred map[string]bool
	labels   []string // that wait for a unit
	before   map[int]*strings.Builder
	tables   map[string]*table // by group
	groups   []string          // in order
	anchored map[*section]bool
	result   Result
}

// table is the entries for code of a group.
type table struct {
	entries strings.Builder
	n       int
}

func newFilter(text []byte) *filter {
	return &filter{
		lines: strings.Split(string(text), "\n"), units: map[*section][]unit{}, referred: map[string]bool{}, before: map[int]*strings.Builder{},
		tables: map[string]*table{}, anchored: map[*section]bool{},
	}
}

// Sentences about an assembly that is not counted.
const (
	notCompiled = "it is not a compiler's assembly"
	intelSyntax = "it has instructions in Intel's syntax"
	counted     = "it is counted already"
)

// read finds the code, and returns why it is not to be counted.
func (f *filter) read() string {
	all, manual, compiled := newSections(), false, false
	behind := map[*section]bool{} // what comes next belongs to what was last
	for i, line := range f.lines {
		if len(line) > 0 && line[0] == '#' {
			switch strings.TrimSpace(line) {
			case "#APP":
				manual = true
			case "#NO_APP":
				manual = false
			}
			continue
		}
		u := unit{line: i, manual: manual}
		data := false
		for _, s := range statements(line) {
			f.labels = append(f.labels, s.labels...)
			switch {
			case s.directive == ".file" && !compiled:
				name, _, _ := strings.Cut(strings.Trim(s.arguments, `"`), `"`)
				f.result.File = name
				if compiled = !strings.HasSuffix(name, ".s") && !strings.HasSuffix(name, ".S"); !compiled {
					return notCompiled
				}
			case s.directive == ".intel_syntax":
				return intelSyntax
			case s.directive != "":
				all.directive(s.directive, s.arguments)
				if isData(s.directive) {
					data = data || occupies(s.directive)
					if !all.now.debug {
						f.refer(s.arguments)
					}
				}
				if strings.Contains(s.arguments, count.Counter) {
					return counted
				}
			case s.mnemonic != "" || s.prefix != "":
				u.all = append(u.all, s.instruction)
				for k := range s.operands {
					f.refer(s.operands[k])
				}
			}
		}
		if !all.now.code || len(u.all) == 0 && !data {
			continue
		}
		u.glued = behind[all.now] && len(f.labels) == 0
		behind[all.now] = data || u.all[len(u.all)-1].mnemonic == ""
		u.labels, f.labels = f.labels, nil
		if f.units[all.now] == nil {
			f.code = append(f.code, all.now)
		}
		f.units[all.now] = append(f.units[all.now], u)
	}
	if !compiled {
		return notCompiled
	}
	return ""
}

// isData reports whether a directive's arguments may be labels that something leads to.
func isData(directive string) bool {
	return occupies(directive) || directive == ".set" || directive == ".equ"
}

// occupies reports whether it makes bytes that could be code, or part of an instruction.
func occupies(directive string) bool {
	switch directive {
	case ".byte", ".value", ".word", ".short", ".2byte", ".long", ".int", ".4byte", ".quad", ".8byte", ".uleb128", ".sleb128", ".ascii", ".asciz", ".string", ".zero", ".skip", ".space", ".fill", ".octa", ".insn":
		return true
	}
	return false
}

// refer takes note of the local labels in some text.
func (f *filter) refer(text string) {
	for {
		at := strings.Index(text, ".L")
		if at < 0 {
			return
		}
		end := at
		for end < len(text) && isNameByte(text[end]) && text[end] != '@' {
			end++
		}
		f.referred[text[at:end]] = true
		text = text[end:]
	}
}

// write inserts everything.
func (f *filter) write() Result {
	var list []*block
	of := map[*block]*section{}
	for _, s := range f.code {
		for _, b := range blocks(f.units[s], f.referred) {
			list = append(list, b)
			of[b] = s
		}
	}
	spread(list)
	at := map[*block]int{}
	for i := len(list) - 1; i >= 0; i-- { // a block that is merged into one that is merged, too
		b := list[i]
		if b.counts == (count.Counts{}) {
			continue
		}
		place, found := b.place()
		switch {
		case found:
			at[b] = place
		case len(b.labels) == 0 && b.falls != nil:
			for class, n := range b.counts {
				b.falls.counts[class] += n
			}
			b.counts = count.Counts{}
			f.result.Merged++
		case len(b.labels) > 0:
			at[b] = -1
		}
	}
	for _, b := range list {
		place, here := at[b]
		if here && place < 0 {
			f.saved(b, of[b])
		} else if here {
			f.add(b, place, of[b])
		}
		f.strings(b, of[b])
	}
	return f.finish()
}

const addition = "\taddq\t$16777216, " + count.Counter + "(%rip)\n"

// add counts a block by an addition before one of its units.
func (f *filter) add(b *block, place int, s *section) {
	f.result.Blocks++
	f.insert(b.units[place].line, s, addition+f.entry(s, &b.counts))
}

// saved counts a block at whose beginning flags are in use. Below the stack pointer the function may have variables.
func (f *filter) saved(b *block, s *section) {
	at := 0
	if b.units[0].landing() && len(b.units) > 1 {
		at = 1
	}
	f.result.Blocks++
	f.result.Saved++
	f.insert(b.units[at].line, s, "\tleaq\t-128(%rsp), %rsp\n\tpushfq\n"+addition+f.entry(s, &b.counts)+"\tpopfq\n\tleaq\t128(%rsp), %rsp\n")
}

// strings counts bytes where an instruction or a function copies as many as a register says.
func (f *filter) strings(b *block, s *section) {
	for i := range b.units {
		u := &b.units[i]
		if u.manual || u.glued || len(u.all) != 1 {
			continue
		}
		in := &u.all[0]
		if n := repeated(in); n > 0 {
			counts := bytesOf(n)
			f.result.Strings++
			f.insert(u.line, s, "\tleaq\t-128(%rsp), %rsp\n\tpushfq\n\tpushq\t%r11\n\timulq\t$16777216, %rcx, %r11\n"+f.entry(s, &counts)+
				"\taddq\t%r11, "+count.Counter+"(%rip)\n\tpopq\t%r11\n\tpopfq\n\tleaq\t128(%rsp), %rsp\n")
		} else if (isCall(in.mnemonic) || in.mnemonic == "jmp") && copies(callee(in)) {
			counts := bytesOf(1)
			f.result.Strings++
			f.insert(u.line, s, "\timulq\t$16777216, %rdx, %r11\n"+f.entry(s, &counts)+"\taddq\t%r11, "+count.Counter+"(%rip)\n")
		}
	}
}

func (f *filter) insert(line int, s *section, text string) {
	b := f.before[line]
	if b == nil {
		b = new(strings.Builder)
		f.before[line] = b
	}
	if !f.anchored[s] { // a linker that leaves out what nothing refers to finds the table with the code
		f.anchored[s] = true
		fmt.Fprintf(b, "\t.reloc\t., R_X86_64_NONE, %s\n", f.name(s))
	}
	b.WriteString(text)
}

// name is the label of the table for the code of a section.
func (f *filter) name(s *section) string {
	f.table(s)
	for i, g := range f.groups {
		if g == s.group {
			return fmt.Sprintf(".Lgasnetgo_table%d", i)
		}
	}
	return ""
}

func (f *filter) table(s *section) *table {
	t := f.tables[s.group]
	if t == nil {
		t = new(table)
		f.tables[s.group] = t
		f.groups = append(f.groups, s.group)
	}
	return t
}

// most is what an entry has of a class.
const most = 255

// entry makes the entries for an immediate, and returns the label that is to stand behind its instruction.
func (f *filter) entry(s *section, counts *count.Counts) string {
	t := f.table(s)
	label := fmt.Sprintf(".Lgasnetgo%d_%d", len(f.groups), f.result.Blocks+f.result.Strings)
	for left := *counts; ; {
		fmt.Fprintf(&t.entries, "\t.long\t%s-4-.\n\t.byte\t", label)
		t.n++
		more := false
		for class := range left {
			n := min(left[class], most)
			left[class] -= n
			more = more || left[class] > 0
			if class > 0 {
				t.entries.WriteByte(',')
			}
			fmt.Fprint(&t.entries, n)
		}
		t.entries.WriteByte('\n')
		if !more {
			return label + ":\n"
		}
	}
}

// finish puts everything together.
func (f *filter) finish() Result {
	var out bytes.Buffer
	for i, line := range f.lines {
		if b := f.before[i]; b != nil {
			out.WriteString(b.String())
		}
		out.WriteString(line)
		if i < len(f.lines)-1 {
			out.WriteByte('\n')
		}
	}
	if len(f.groups) > 0 {
		fmt.Fprintf(&out, "\t.hidden\t%[1]s\n\t.comm\t%[1]s,8,8\n", count.Counter)
	}
	for i, group := range f.groups {
		t := f.tables[group]
		if group == "" {
			fmt.Fprintf(&out, "\t.section\t%s,\"a\",@progbits\n", count.Section)
		} else {
			fmt.Fprintf(&out, "\t.section\t%s,\"aG\",@progbits,%s,comdat\n", count.Section, group)
		}
		fmt.Fprintf(&out, "\t.p2align\t2\n.Lgasnetgo_table%d:\n\t.long\t%#x, %d, %s-.\n%s", i, count.Magic, t.n, count.Counter, t.entries.String())
	}
	f.result.Text = out.Bytes()
	return f.result
}
