package fault

import (
	"fmt"
	"strconv"
	"strings"

	"gasnetgo/sim"
	"gasnetgo/sim/quantity"
)

// Rule is one kind of fault, at a place, in a span of time.
type Rule struct {
	Text string // as written
	Kind Kind

	From, To int      // nodes that messages are between; -1: any
	Node     int      // of one of these two, or that ends or stops; -1: any
	Rank     int      // that pauses; -1: any
	Name     string   // of messages: "put", "get", "barrier"; empty: all
	After    sim.Time // when it begins
	For      sim.Time // how long it lasts; 0: to the end
	P        float64  // for each message, or each call
	Count    int      // how often at most; 0: no limit
	By       sim.Time // delay, pause, or time that a link needs to send again
	Rate     sim.Rate // of a slow link
	Seed     uint64
}

// Kind is a kind of fault.
type Kind string

// The kinds.
const (
	Drop    Kind = "drop"    // a message does not arrive
	Double  Kind = "double"  // a message arrives twice
	Delay   Kind = "delay"   // a message arrives later, by By
	Damage  Kind = "damage"  // a message arrives with a wrong CRC
	Down    Kind = "down"    // links carry nothing: what is sent waits until they do, or is lost if they do not any more
	Slow    Kind = "slow"    // links carry Rate
	Lossy   Kind = "lossy"   // links lose packets with P and send them again, each time By later
	Die     Kind = "die"     // a node ends
	Stop    Kind = "stop"    // a node stops: its ranks pause, what is sent to it waits
	Exhaust Kind = "exhaust" // a node's adapter accepts no messages of its host
	Noise   Kind = "noise"   // a rank pauses by By, with P at the end of each call
)

// keys are what a kind may say, besides after, for and seed.
var keys = map[Kind]string{
	Drop: "from to node kind p count", Double: "from to node kind p count", Damage: "from to node kind p count", Delay: "from to node kind p count by",
	Down: "from to node", Slow: "from to node rate", Lossy: "from to node p by", Die: "node", Stop: "node", Exhaust: "node", Noise: "rank p by",
}

// needs are those without which a kind means nothing.
var needs = map[Kind]string{Delay: "by", Slow: "rate", Lossy: "p by", Die: "node", Stop: "node", Exhaust: "node", Noise: "by"}

// Kinds are their names.
func Kinds() []string {
	return []string{"drop", "double", "delay", "damage", "down", "slow", "lossy", "die", "stop", "exhaust", "noise"}
}

// Parse reads a rule: KIND:KEY=VALUE,KEY=VALUE.
func Parse(text string) (*Rule, error) {
	kind, rest, _ := strings.Cut(text, ":")
	r := &Rule{Text: text, Kind: Kind(kind), From: -1, To: -1, Node: -1, Rank: -1, P: 1}
	allowed, ok := keys[r.Kind]
	if !ok {
		return nil, fmt.Errorf("fault %q: there is no kind %q; there are %s", text, kind, strings.Join(Kinds(), ", "))
	}
	given := map[string]bool{}
	for _, part := range strings.Split(rest, ",") {
		if part == "" {
			continue
		}
		key, value, _ := strings.Cut(part, "=")
		if !has(allowed+" after for seed", key) {
			return nil, fmt.Errorf("fault %q: %s has no %q; it has %s, after, for, seed", text, kind, key, strings.Join(strings.Fields(allowed), ", "))
		}
		given[key] = true
		if err := r.set(key, value); err != nil {
			return nil, fmt.Errorf("fault %q: %s=%s: %w", text, key, value, err)
		}
	}
	for _, key := range strings.Fields(needs[r.Kind]) {
		if !given[key] {
			return nil, fmt.Errorf("fault %q: %s needs %s=", text, kind, key)
		}
	}
	return r, nil
}

func has(words, word string) bool {
	for _, w := range strings.Fields(words) {
		if w == word {
			return true
		}
	}
	return false
}

// set reads one value.
func (r *Rule) set(key, value string) (err error) {
	number := func(to *int, least int) {
		if *to, err = strconv.Atoi(value); err == nil && *to < least {
			err = fmt.Errorf("at least %d", least)
		}
	}
	duration := func(to *sim.Time) {
		var d quantity.Duration
		if err = d.UnmarshalText([]byte(value)); err == nil {
			*to = d.Time
		}
	}
	switch key {
	case "from":
		number(&r.From, 0)
	case "to":
		number(&r.To, 0)
	case "node":
		number(&r.Node, 0)
	case "rank":
		number(&r.Rank, 0)
	case "count":
		number(&r.Count, 1)
	case "kind":
		r.Name = value
	case "after":
		duration(&r.After)
	case "for":
		duration(&r.For)
	case "by":
		duration(&r.By)
	case "rate":
		var q quantity.Rate
		if err = q.UnmarshalText([]byte(value)); err == nil {
			r.Rate = q.Rate
		}
	case "seed":
		r.Seed, err = strconv.ParseUint(value, 10, 64)
	case "p":
		if r.P, err = strconv.ParseFloat(value, 64); err == nil && !(r.P >= 0 && r.P <= 1) {
			err = fmt.Errorf("a probability, from 0 to 1")
		}
	}
	return err
}

// active reports whether a rule holds at a time, and until when.
func (r *Rule) active(now sim.Time) (bool, sim.Time) {
	if now < r.After {
		return false, 0
	}
	if r.For == 0 {
		return true, sim.Never
	}
	return now < r.After+r.For, r.After + r.For
}
