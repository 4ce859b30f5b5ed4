package archtest

// Row is a row of the glossary in CONTRIBUTING.md: words that older texts used, and what to write.
type Row struct {
	Instead, Write string // as in the table
	Words          []Word // that the test counts; none: the words have other meanings, too, and only a reader can judge
}

// Word is a word of the glossary that the test counts in comments, identifiers, messages and pages.
type Word struct {
	Forms   string            // the word's forms, in lower case
	After   string            // it counts only behind this word
	Unless  string            // it does not count behind this word
	Most    int               // how often it may occur: the test fails if it occurs more often. Lower it when you have removed some
	Allowed map[string]string // where it does not count, and what it means there: a file, or a folder with / at its end
}

// Glossary is the table of CONTRIBUTING.md.
var Glossary = []Row{
	{"fetch ahead, have a line come, foresee", "prefetch, predict", []Word{{Forms: "foresee foresees foreseen foresaw"}}},
	{"take, give back, keep (memory, ids, slots)", "allocate, free, retain", nil},
	{"cell", "slot, or the part of a slot that one collective uses", []Word{{Forms: "cell cells", Most: 196, Allowed: map[string]string{
		"figures/report.go": "of a table", "ctests/coverage_table_test.go": "of a table",
	}}}},
	{"show, tell everybody", "publish", []Word{{Forms: "everybody"}}},
	{"hear, meet", "receive, wait for, synchronize with", []Word{{Forms: "hear hears heard", Most: 49}}},
	{"look (at a queue, at a flag)", "poll, check", nil},
	{"few, many bytes", "eager, rendezvous", nil},
	{"crew", "group", []Word{{Forms: "crew crews"}}},
	{"flight, things under way", "operation (in flight)", []Word{{Forms: "flight flights", Unless: "in", Most: 5}}},
	{"lane", "list", []Word{{Forms: "lane lanes", Allowed: map[string]string{"sim/machine/kinds_test.go": "a parameter of a toy network"}}}},
	{"end, side", "endpoint, initiator, target", nil},
	{"agent, who answers", "responder", []Word{{Forms: "agent agents", Allowed: map[string]string{
		"job/": "the launcher on a host of several", "cmd/gasnetgo/run_hosts.go": "the launcher on a host of several",
		"docs/design/hosts.md": "the launcher on a host of several", "docs/user/hosts.md": "the launcher on a host of several",
		"cmd/gasnetgo/other_flags.go": "an option of MPI's launchers", "ctests/hosts_launchers_test.go": "an option of MPI's launchers",
	}}}},
	{"ask, answer (between ranks)", "request, reply", nil},
	{"be done, be over", "complete; completion", nil},
	{"doubt, suspicion", "mismatch detection", []Word{{Forms: "doubt doubts doubted suspicion suspicions"}}},
	{"witness, peek", "observer, remote read", []Word{{Forms: "witness witnesses"}, {Forms: "peek peeks peeked", Most: 82, Allowed: map[string]string{
		"portals/": "PtlEQPeek", "capi/portals/": "PtlEQPeek", "ctests/portals/": "PtlEQPeek", "capi/edgetest/": "PtlEQPeek", "include/portals/": "PtlEQPeek",
	}}}},
	{"told, said", "notified; consensus", []Word{{Forms: "told", Most: 33}}},
	{"near", "shared memory", []Word{{Forms: "near", Most: 13, Allowed: map[string]string{
		"cmd/usage/": "similar names", "cmd/gasnetgo/info.go": "similar names", "cmd/gasnetgo/info_api.go": "similar names",
		"sim/queue.go": "soon", "ctests/testdata/armci_ends.c": "an address in another rank's allocation",
	}}}},
	{"patience", "spin time", []Word{{Forms: "patience patient patiently", Allowed: map[string]string{"docs/perf/lessons.md": "a file's name"}}}},
	{"debt, what is owed", "charge", []Word{{Forms: "debt debts"}, {Forms: "owe owes owed owing", Most: 5}}},
	{"room", "space, credit", nil},
	{"crowd, ranks that outnumber cores", "oversubscription", []Word{{Forms: "crowd crowds crowded"}}},
	{"mend", "fix, repair", []Word{{Forms: "mend mends mended", Allowed: map[string]string{"ctests/hosts_test.go": "a wire that the test has cut"}}}},
	{"for ever", "forever; a wait that cannot end is a deadlock", []Word{{Forms: "ever", After: "for", Most: 16}}},
	{"somebody, nobody", "the name of the actor: caller, peer, sender, receiver, waiter", []Word{{Forms: "somebody nobody anybody", Most: 31}}},
}
