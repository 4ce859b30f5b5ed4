package local_test

import (
	"testing"

	"gasnetgo/gasnet/conduit"
	"gasnetgo/gasnet/conduit/conduittest"
	"gasnetgo/gasnet/conduit/local"
)

func cores(w conduittest.World, ranks int) (all []conduit.Core) {
	j := local.New(w, ranks)
	for r := range ranks {
		all = append(all, j.Core(r))
	}
	return all
}

func TestConduit(t *testing.T) { conduittest.Run(t, cores) }

// bare hides what the conduit does beyond a core, and has little room in a message.
type bare struct{ conduit.Core }

func (bare) Limits() conduit.Limits {
	return conduit.Limits{Medium: 48, LongRequest: 100, LongReply: 100}
}

// TestReference is the extended API on nothing but a core.
func TestReference(t *testing.T) {
	conduittest.Run(t, func(w conduittest.World, ranks int) (all []conduit.Core) {
		for _, c := range cores(w, ranks) {
			all = append(all, bare{c})
		}
		return all
	})
}
