package sp

// Dimensions of the switch: a board serves 16 nodes with 4 chips that have 4 nodes each, and has 4 chips with 4 links each to other boards. Up to 5 boards are connected with one another;
// more of them through boards between them.
const (
	chipNodes   = 4
	boardChips  = 4 // of nodes, and as many of links
	chipPorts   = 4 // of a chip of links, to other boards
	boardNodes  = chipNodes * boardChips
	routes      = boardChips
	direct      = 5 // boards that need none between them
	mostLinks   = 6 // of a route
	boardLinks  = 2 * boardChips * chipPorts
	middleChips = 3 // of a board between boards
	middlePorts = 2 // of a chip of links that carry data to boards between boards: half of them
)

// Links of a node: to its chip, and from it.
const (
	inject = iota
	eject
	nodeLinks
)

// route is the links that a packet takes, and the chips that it passes in front of each but the first.
type route struct {
	links [mostLinks]int32
	chips [mostLinks]int8
	n     int8
}

func (r *route) add(link, chips int) {
	r.links[r.n], r.chips[r.n] = int32(link), int8(chips)
	r.n++
}

// up is the link from a chip of nodes to chip k of a board; down is the one back.
func (n *Network) up(board, chip, k int) int {
	return n.boards + board*boardLinks*2 + chip*boardChips + k
}
func (n *Network) down(board, chip, k int) int { return n.up(board, chip, k) + boardChips*boardChips }

// out is link `port` of chip k of a board to other boards; in is the one from a board between boards.
func (n *Network) out(board, k, port int) int { return n.up(board, k, port) + boardLinks }
func (n *Network) in(board, k, port int) int  { return n.out(board, k, port) + boardChips*chipPorts }

// cables is how many links lead from a board to another one, or, if there are boards between them, to those.
func (n *Network) cables() int {
	switch boards := n.switchBoards(); {
	case boards > direct:
		return boardChips * middlePorts
	default:
		return boardChips * chipPorts / (boards - 1)
	}
}

// cable is where link i of those between two boards begins: its chip, which is the one where it ends, too, and its port there. The first four are on different chips, and so are the next. Of four boards
// each two have five: the fifth is on a chip whose fourth port leads to that one of the three others (from XOR to) that is left.
func (n *Network) cable(from, to, i int) (k, port int) {
	boards := n.switchBoards()
	if boards > direct {
		return i % boardChips, i / boardChips
	}
	others := boards - 1
	if i/boardChips >= chipPorts/others {
		return (from ^ to) - 1, others
	}
	return i % boardChips, (to-from+boards)%boards - 1 + i/boardChips*others
}

// switchBoards is how many boards have nodes.
func (n *Network) switchBoards() int { return (n.Nodes + boardNodes - 1) / boardNodes }

// route is route k of the four between two nodes. Sources of a board share its links to another one: each has the next four of them.
func (n *Network) route(from, to, k int) (r route) {
	r.add(from*nodeLinks+inject, 0)
	fromBoard, fromChip := from/boardNodes, from%boardNodes/chipNodes
	toBoard, toChip := to/boardNodes, to%boardNodes/chipNodes
	switch {
	case fromBoard == toBoard && fromChip == toChip:
	case fromBoard == toBoard:
		r.add(n.up(fromBoard, fromChip, k), 1)
		r.add(n.down(toBoard, toChip, k), 1)
	default:
		k, port := n.cable(fromBoard, toBoard, (from%boardNodes*routes+k)%n.cables())
		r.add(n.up(fromBoard, fromChip, k), 1)
		r.add(n.out(fromBoard, k, port), 1)
		if n.switchBoards() > direct { // otherwise the link leads to the other board
			r.add(n.in(toBoard, k, port), middleChips)
		}
		r.add(n.down(toBoard, toChip, k), 1)
	}
	r.add(to*nodeLinks+eject, 1)
	return r
}

// Hops is how many chips are between two nodes.
func (n *Network) Hops(a, b int) (chips int) {
	if a == b {
		return 0
	}
	r := n.route(a, b, 0)
	for _, c := range r.chips {
		chips += int(c)
	}
	return chips
}
