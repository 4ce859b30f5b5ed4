package main

import (
	"bufio"
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// table is one api/*.tbl file.
type table struct {
	file    string
	api     string
	id      int
	title   string
	dir     string   // under capi, of its C files; empty: the name
	defines []string // macros that must be defined before the headers
	headers []string
	include []string // headers of capi that the stubs need
	twin    string
	codes   bool   // methods return codes: no name, no error
	pkg     string // Go package with the meaning; empty when there is none
	recv    string // type whose methods the ops are
	types   map[string]elem
	lists   map[string][]string
	written []list // the lists as written, in order
	enums   []enum
	consts  []constSet
	ops     []*op
	rows    []*row
	sames   []same
	exports []export
	clients []export // variables of the headers that the program has, or the archive it is linked with
	hidden  []string // prefixes of macros that are no constants of the API
	fams    []string // in order of appearance
	each    []string // words of every op that follows
	hooks   []hook
	published

	fortrans []*fortranRow
}

// export is a dynamic symbol that no header declares.
type export struct {
	line      int
	name, why string
}

// hook is a callback of the API: a member of struct ga_api.
type hook struct{ member, function string }

// enum is an enumeration that C and Go share.
type enum struct {
	name  string
	words []string
}

// constSet names constants of the headers that Go needs: by prefix, or one by one.
type constSet struct {
	name, prefix string
	names        []string
}

// op is one operation: a frame in C, a method in Go.
type op struct {
	line            int
	index           int
	name, method    string
	args, results   []field
	plane, noreturn bool
	again           bool   // the first result may say that the call is to be made again
	quick, alone    bool   // it never waits; it never waits in a job of one rank
	polls           bool   // on several hosts it polls before it sleeps
	step, looks     bool   // a simulated rank may make it without a coroutine; it only polls for events
	retried         bool   // programs that wait repeat it
	user            bool   // a simulated rank makes it at user level, without a call of a driver
	named           bool   // its method gets a struct with its arguments
	child           string // first result in a forked child; empty: the call ends the child
}

// field is an argument or a result of an op.
type field struct{ name, kind string }

// row maps a pattern of function names onto a body.
type row struct {
	line    int
	pattern string
	list    string
	body    body
	family  string
	spec    string
	op      *op
}

// body is the action of a stub.
type body struct {
	how    string // op, noop, unsupported, hand
	op     string
	args   []string
	local  string
	after  string
	note   string // of a partial function
	source string
}

// same is a second weak name for a twin.
type same struct {
	line        int
	name, other string
	family      string
	spec        string
}

var (
	opLine     = regexp.MustCompile(`^(\d+)\s+(\w+)\s+(\w+)\s*\(([^)]*)\)\s*(?:->\s*((?:\w+:\w+[\s,]*)+))?((?:\s*(?:plane|noreturn|again|quick|slow|alone|polls|step|looks|retried|user|named|child=\S+))*)\s*$`)
	fnLine     = regexp.MustCompile(`^([\w{}]+)\s*(?:@(\w+))?\s*:\s*(.+)$`)
	exportLine = regexp.MustCompile(`^(\w+)\s*:\s*(.+)$`)
	callHead   = regexp.MustCompile(`^(\w+)\(`)
	kinds      = []string{"i32", "u32", "i64", "u64", "bool", "addr", "ptr", "cptr"}
)

// parseTable reads a table; errors carry file and line.
func parseTable(file string, text []byte) (*table, error) {
	t := &table{file: file, types: map[string]elem{}, lists: map[string][]string{}}
	p := &tableParser{table: t}
	for _, l := range logicalLines(text) {
		word, rest, _ := strings.Cut(l.text, " ")
		if err := p.directive(l.number, word, strings.TrimSpace(rest)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, l.number, err)
		}
	}
	if t.api == "" {
		return nil, fmt.Errorf("%s: no api directive", file)
	}
	if err := t.resolve(); err != nil {
		return nil, err
	}
	return t, nil
}

type numbered struct {
	number int
	text   string
}

// logicalLines drops comments and blank lines and joins continuations.
func logicalLines(text []byte) []numbered {
	var out []numbered
	sc := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; sc.Scan(); n++ {
		s := sc.Text()
		if i := strings.IndexByte(s, '#'); i >= 0 {
			s = s[:i]
		}
		if strings.TrimSpace(s) == "" {
			continue
		}
		if (s[0] == ' ' || s[0] == '\t') && len(out) > 0 {
			out[len(out)-1].text += " " + strings.TrimSpace(s)
			continue
		}
		out = append(out, numbered{n, strings.TrimSpace(s)})
	}
	return out
}

// mostID is the largest number of an API: sim/host/host.h has a place for each, GA_SIM_KEEPERS.
const mostID = 15

// tableParser is a table being read, with the family and section in force.
type tableParser struct {
	*table
	family, section string
}

func (p *tableParser) directive(line int, word, rest string) error {
	words := strings.Fields(rest)
	switch word {
	case "api":
		p.api = rest
	case "id":
		n, err := strconv.Atoi(rest)
		if err == nil && (n < 0 || n > mostID) {
			err = fmt.Errorf("id %d: not in 0..%d", n, mostID)
		}
		p.id = n
		return err
	case "title":
		p.title = rest
	case "folder":
		p.dir = rest
	case "define":
		p.defines = words
	case "headers":
		p.headers = words
	case "include":
		p.include = words
	case "twin":
		p.twin = rest
	case "meaning":
		if len(words) != 2 {
			return fmt.Errorf("meaning wants a package and a type")
		}
		p.pkg, p.recv = words[0], words[1]
	case "codes":
		p.codes = true
	case "type":
		return p.typ(words)
	case "list":
		return p.listOf(words)
	case "enum":
		if len(words) < 2 {
			return fmt.Errorf("enum wants a name and words")
		}
		p.enums = append(p.enums, enum{words[0], words[1:]})
	case "const":
		if len(words) == 2 && strings.HasSuffix(words[1], "_") {
			p.consts = append(p.consts, constSet{name: words[0], prefix: words[1]})
		} else {
			p.consts = append(p.consts, constSet{names: words})
		}
	case "each":
		p.each = words
	case "hook":
		if len(words) != 2 || !slices.Contains(hookMembers, words[0]) {
			return fmt.Errorf("hook wants one of %s and a function", strings.Join(hookMembers, " "))
		}
		p.hooks = append(p.hooks, hook{words[0], words[1]})
	case "op":
		return p.operation(line, rest)
	case "family":
		p.family = rest
		if !slices.Contains(p.fams, rest) {
			p.fams = append(p.fams, rest)
		}
	case "spec":
		p.section = rest
	case "fn":
		return p.function(line, rest)
	case "fortran":
		return p.fortran(line, rest)
	case "same":
		if len(words) != 2 {
			return fmt.Errorf("same wants two names")
		}
		p.sames = append(p.sames, same{line, words[0], words[1], p.family, p.section})
	case "export":
		m := exportLine.FindStringSubmatch(rest)
		if m == nil {
			return fmt.Errorf("export wants NAME : WHY")
		}
		p.exports = append(p.exports, export{line, m[1], m[2]})
	case "client":
		m := exportLine.FindStringSubmatch(rest)
		if m == nil {
			return fmt.Errorf("client wants NAME : WHY")
		}
		p.clients = append(p.clients, export{line, m[1], m[2]})
	case "hidden":
		p.hidden = append(p.hidden, words...)
	default:
		known, err := p.publishes(word, words)
		if !known {
			return fmt.Errorf("unknown directive %q", word)
		}
		return err
	}
	return nil
}

func (p *tableParser) operation(line int, rest string) error {
	m := opLine.FindStringSubmatch(rest)
	if m == nil {
		return fmt.Errorf("op: want N NAME METHOD (ARG:KIND ...) [-> RESULT:KIND ...] [WORD ...]")
	}
	index, _ := strconv.Atoi(m[1])
	o := &op{line: line, index: index, name: m[2], method: m[3]}
	for _, w := range append(slices.Clone(p.each), strings.Fields(m[6])...) {
		o.word(w)
	}
	var err error
	if o.args, err = fields(m[4]); err != nil {
		return err
	}
	if o.results, err = fields(m[5]); err != nil {
		return err
	}
	for _, other := range p.ops {
		if other.name == o.name || other.index == o.index {
			return fmt.Errorf("op %d %s: line %d has op %d %s", o.index, o.name, other.line, other.index, other.name)
		}
	}
	if index < 1 || index > 255 {
		return fmt.Errorf("op %s: number %d is not in 1..255", o.name, index)
	}
	if o.again && len(o.results) == 0 {
		return fmt.Errorf("op %s: an again op has a result that says so", o.name)
	}
	p.ops = append(p.ops, o)
	return nil
}

// word adds a word of an op's line, or of an each line.
func (o *op) word(w string) {
	switch w {
	case "plane":
		o.plane = true
	case "noreturn":
		o.noreturn = true
	case "again":
		o.again = true
	case "quick":
		o.quick = true
	case "slow":
		o.quick = false
	case "alone":
		o.alone = true
	case "polls":
		o.polls = true
	case "step":
		o.step = true
	case "looks":
		o.looks, o.retried = true, true
	case "retried":
		o.retried = true
	case "user":
		o.user = true
	case "named":
		o.named = true
	default:
		_, o.child, _ = strings.Cut(w, "=")
	}
}

func fields(s string) ([]field, error) {
	var out []field
	for _, w := range strings.FieldsFunc(s, func(c rune) bool { return c == ' ' || c == '\t' || c == ',' }) {
		name, kind, ok := strings.Cut(w, ":")
		if !ok || !slices.Contains(kinds, kind) {
			return nil, fmt.Errorf("argument %q: want name:kind, kind one of %s", w, strings.Join(kinds, " "))
		}
		out = append(out, field{name, kind})
	}
	return out, nil
}

func (p *tableParser) function(line int, rest string) error {
	m := fnLine.FindStringSubmatch(rest)
	if m == nil {
		return fmt.Errorf("fn: want PATTERN [@LIST] : BODY")
	}
	if p.family == "" {
		return fmt.Errorf("fn %s: no family before this line", m[1])
	}
	if strings.Contains(m[1], "{T}") != (m[2] != "") {
		return fmt.Errorf("fn %s: {T} and @LIST go together", m[1])
	}
	b, err := parseBody(m[3])
	if err != nil {
		return fmt.Errorf("fn %s: %w", m[1], err)
	}
	p.rows = append(p.rows, &row{line: line, pattern: m[1], list: m[2], body: b, family: p.family, spec: p.section})
	return nil
}

// resolve binds rows to lists and ops once everything is read.
func (t *table) resolve() error {
	rows := slices.Clone(t.rows)
	for _, f := range t.fortrans {
		rows = append(rows, &f.row)
	}
	for _, r := range rows {
		if _, ok := t.lists[r.list]; r.list != "" && !ok {
			return fmt.Errorf("%s:%d: fn %s: no list %q", t.file, r.line, r.pattern, r.list)
		}
		if r.body.how != "op" {
			continue
		}
		for _, o := range t.ops {
			if o.name == r.body.op {
				r.op = o
			}
		}
		if r.op == nil {
			return fmt.Errorf("%s:%d: fn %s: no op %q", t.file, r.line, r.pattern, r.body.op)
		}
		if len(r.body.args) != len(r.op.args) {
			return fmt.Errorf("%s:%d: fn %s: op %s has %d arguments, the row gives %d", t.file, r.line, r.pattern,
				r.op.name, len(r.op.args), len(r.body.args))
		}
	}
	return nil
}
