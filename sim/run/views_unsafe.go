package run

import (
	"unsafe"

	"gasnetgo/portals"
	"gasnetgo/sim/host"
)

// show lets a rank's own calls take events that are there: what a poll costs is charged then, as after early. views is memory that stays where it is.
func (s *simulation) show(rank int, views []portals.QueueView) {
	if s.job != nil && s.job.Ranks[rank].Threaded() {
		return
	}
	s.ranks[rank].Shelve(unsafe.Pointer(unsafe.SliceData(views)), len(views), looksAtOnce)
}

// awaited is the queue that a rank waits for an event in, which it takes itself; nil if it does not, or not like that.
func awaited(h *host.Rank) *portals.QueueView {
	return (*portals.QueueView)(h.Awaits(unsafe.Sizeof(portals.QueueView{})))
}
