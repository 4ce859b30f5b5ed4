package main

import (
	"fmt"
	"go/format"
	"slices"
	"strings"
)

// hookMembers are the members of struct ga_api that a table may fill.
var hookMembers = []string{"in_child", "at_fault", "run_handler"}

// prototype is the declaration of a hook's function.
func (h hook) prototype() string {
	switch h.member {
	case "in_child", "run_handler":
		return "void " + h.function + "(void);"
	}
	return "void " + h.function + "(int sig);"
}

// withOps are the APIs that have operations, by number; a number without one is nil.
func withOps(apis []*api) []*api {
	var all []*api
	for _, a := range apis {
		if len(a.ops) == 0 {
			continue
		}
		for len(all) <= a.id {
			all = append(all, nil)
		}
		all[a.id] = a
	}
	return all
}

// apisC is capi/zapis.c: the C table of APIs.
func apisC(apis []*api) string {
	var b strings.Builder
	fmt.Fprintf(&b, "/* %s\n *\n * The APIs: flags of their operations, and their hooks. */\n#include \"runtime/edge.h\"\n", marker)
	all := withOps(apis)
	for _, a := range all {
		if a == nil {
			continue
		}
		fmt.Fprintf(&b, "\n/* %s */\n", a.title)
		for _, h := range a.hooks {
			b.WriteString(h.prototype() + "\n")
		}
		if a.answersInChild() {
			fmt.Fprintf(&b, "void ga_%s_answer_in_child(struct ga_head *);\n", a.api)
		}
		fmt.Fprintf(&b, "static const uint8_t %s_flags[256] = {\n", a.api)
		for _, o := range a.ops {
			var flags []string
			if o.quick {
				flags = append(flags, "GA_OP_QUICK")
			}
			if o.alone {
				flags = append(flags, "GA_OP_ALONE")
			}
			if o.polls {
				flags = append(flags, "GA_OP_POLLS")
			}
			if len(flags) > 0 {
				fmt.Fprintf(&b, "    [%d] = %s, /* %s */\n", o.index, strings.Join(flags, " | "), o.name)
			}
		}
		b.WriteString("};\n")
	}
	b.WriteString("\nconst struct ga_api ga_apis[] = {\n")
	for id, a := range all {
		if a == nil {
			continue
		}
		fmt.Fprintf(&b, "    [%d] = {.flags = %s_flags", id, a.api)
		for _, h := range a.hooks {
			fmt.Fprintf(&b, ", .%s = %s", h.member, h.function)
		}
		if a.answersInChild() {
			fmt.Fprintf(&b, ", .answer_in_child = ga_%s_answer_in_child", a.api)
		}
		b.WriteString("},\n")
	}
	fmt.Fprintf(&b, "};\nconst uint32_t ga_api_count = %d;\n", len(all))
	return b.String()
}

// answersInChild reports whether the table gives a result in a forked child for some op.
func (a *api) answersInChild() bool {
	return slices.ContainsFunc(a.ops, func(o *op) bool { return o.child != "" })
}

// childAnswers is capi/<folder>/z<api>_child.c, or nothing if no op has a result in a forked child.
func (a *api) childAnswers() string {
	if !a.answersInChild() {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "/* %s\n *\n * %s: results in a forked child, which has no Go. */\n", marker, a.title)
	fmt.Fprintf(&b, "#include \"z%s_frames.h\"\n", a.api)
	for _, h := range a.headersOf() {
		fmt.Fprintf(&b, "#include <%s>\n", h)
	}
	fmt.Fprintf(&b, "\nvoid ga_%[1]s_answer_in_child(struct ga_head *head);\n\nvoid ga_%[1]s_answer_in_child(struct ga_head *head)\n{\n\tswitch (head->op) {\n", a.api)
	for _, o := range a.ops {
		if o.child != "" && len(o.results) > 0 {
			fmt.Fprintf(&b, "\tcase %s: ((struct %s *)head)->%s = %s; break;\n", a.opConst(o), a.frameName(o), o.results[0].name, o.child)
		}
	}
	b.WriteString("\tdefault: return; /* it has no result */\n\t}\n\tga_explain_child(head->fn);\n}\n")
	return b.String()
}

// apisGo is capi/zapis.go: numbers of APIs, and the flags of operations for the scheduler of simulated ranks.
func apisGo(apis []*api) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s\n\npackage capi\n\n// Numbers of APIs, the high byte of an op.\nconst (\n", marker)
	all := withOps(apis)
	for id, a := range all {
		if a != nil {
			fmt.Fprintf(&b, "api%s = %d\n", title(a.api), id)
		}
	}
	fmt.Fprintf(&b, "apiCount = %d // above all numbers\n)\n\n", len(all))
	b.WriteString("// opFlags are the words of operations in their tables, by API and index.\nvar opFlags = [apiCount][256]uint8{\n")
	for _, a := range all {
		if a == nil {
			continue
		}
		fmt.Fprintf(&b, "api%s: {\n", title(a.api))
		for _, o := range a.ops {
			var flags []string
			if o.step {
				flags = append(flags, "opSteps")
			}
			if o.looks {
				flags = append(flags, "opLooks")
			}
			if o.retried {
				flags = append(flags, "opRetried")
			}
			if o.user {
				flags = append(flags, "opUser")
			}
			if len(flags) > 0 {
				fmt.Fprintf(&b, "op%s%s & 0xff: %s,\n", title(a.api), o.method, strings.Join(flags, " | "))
			}
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
	out, err := format.Source([]byte(b.String()))
	return string(out), err
}
