package armci

// Control memory of a rank, which other ranks reach: locks of accumulates, then a counter of notifications for each rank, then what the transport needs.
const (
	line = 64
	page = 4096

	// AccLocks is how many locks accumulates to one rank use. Memory of AccBlock bytes, at a multiple of that, has one of them.
	AccLocks = 64
	AccBlock = 64 << 10

	notifyAt = AccLocks * line
)

// Control is the layout of control memory in a job of a number of ranks.
type Control struct{ size uint64 }

// ControlOf is the layout for a job of size ranks.
func ControlOf(size int) Control { return Control{uint64(size)} }

// Notified is where notifications of a rank are counted.
func (c Control) Notified(from int) uint64 { return notifyAt + 8*uint64(from) }

// Inbox is where the transport has a word for messages of a rank.
func (c Control) Inbox(from int) uint64 {
	return roundUp(c.Notified(int(c.size)), line) + 8*uint64(from)
}

// Bytes is all of it, in whole pages.
func (c Control) Bytes() uint64 { return roundUp(c.Inbox(int(c.size)), page) }

// accLock is the lock of an address.
func accLock(at uintptr) uint64 { return uint64(at) / AccBlock % AccLocks * line }

func roundUp(n, to uint64) uint64 { return (n + to - 1) / to * to }
