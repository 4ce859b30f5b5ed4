package portals

// exit is the end of a job: rounds of messages of the system, as a barrier has them, with the largest status that a rank knows of. A rank that has not called
// [Core.Exit] takes messages of its rounds, and sends none.
type exit struct {
	begun  bool
	round  int // that waits for a message
	worst  uint8
	came   uint64 // rounds of which the message has come
	status [roundsOfExit]uint8
}

// roundsOfExit is for ranks up to 2^32.
const roundsOfExit = 32

// Exit gives the other ranks this rank's exit status, and returns the largest status of all. It blocks until all ranks have called it, or one of them has left its
// job in another way: it is for the world to limit that time. Messages other than the system's are not handled any more. Once.
func (c *Core) Exit(status uint8) uint8 {
	c.Host.Lock()
	defer c.Host.Unlock()
	x := &c.exit
	if x.begun {
		return x.worst
	}
	x.begun, x.worst = true, status
	c.sendExit()
	c.await("gasnet_exit on all ranks", func() bool { return c.proceedExit() })
	return x.worst
}

// sendExit tells the rank of the round, unless there are no rounds left.
func (c *Core) sendExit() {
	if x := &c.exit; 1<<x.round < c.Size() {
		c.tell((c.Me+1<<x.round)%c.Size(), systemExit, uint32(x.worst), uint64(x.round))
	}
}

// proceedExit ends the rounds of which the messages have come, and reports whether all are over.
func (c *Core) proceedExit() bool {
	x := &c.exit
	for 1<<x.round < c.Size() {
		if x.came>>x.round&1 == 0 {
			return false
		}
		x.worst = max(x.worst, x.status[x.round])
		x.round++
		c.sendExit()
	}
	return true
}

// toldExit takes the message of a round.
func (c *Core) toldExit(status uint8, round uint64) {
	if round < roundsOfExit {
		c.exit.came |= 1 << round
		c.exit.status[round] = status
	}
}
