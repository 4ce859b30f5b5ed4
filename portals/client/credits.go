package client

import "fmt"

// Credits are an initiator's permissions to send messages into buffers of its peers: a message to a peer uses one, and the peer's answer returns it. A target
// whose peers hold n credits for it has at most n of their messages that it has not answered, so a [Ring] for n messages always has space.
//
// The zero value has no peers. The lock of the client guards Credits. A client that has no credit for a peer waits with [Client.Await].
type Credits struct {
	lent []int // by peer
	used []int
}

// NewCredits lends a number of credits for each peer.
func NewCredits(peers, each int) Credits {
	c := Credits{lent: make([]int, peers), used: make([]int, peers)}
	for i := range c.lent {
		c.lent[i] = each
	}
	return c
}

// Take uses a credit for a peer, and reports whether there was one.
func (c *Credits) Take(peer int) bool {
	if c.used[peer] >= c.lent[peer] {
		return false
	}
	c.used[peer]++
	return true
}

// Return makes n used credits for a peer available again. It panics if fewer are in use: the peers' messages have been answered twice.
func (c *Credits) Return(peer, n int) {
	if n < 0 || n > c.used[peer] {
		panic(fmt.Sprintf("client: %d credits returned for peer %d, of which %d are in use", n, peer, c.used[peer]))
	}
	c.used[peer] -= n
}

// Lend changes how many credits there are for a peer by n. If n is negative, those in use stay in use until they are returned, and none can be taken until
// fewer are in use than are lent. Lend panics if fewer than -n are lent.
func (c *Credits) Lend(peer, n int) {
	if c.lent[peer]+n < 0 {
		panic(fmt.Sprintf("client: %d credits revoked for peer %d, of which %d are lent", -n, peer, c.lent[peer]))
	}
	c.lent[peer] += n
}

// Lent is how many credits there are for a peer, in use or not.
func (c *Credits) Lent(peer int) int { return c.lent[peer] }

// InUse is how many credits for a peer are in use.
func (c *Credits) InUse(peer int) int { return c.used[peer] }
