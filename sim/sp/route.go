package sp

// Dimensions of the switch: a board serves 16 nodes with 4 chips that have 4 nodes each, and 4 chips that lead to other boards. Up to 5 boards are connected with one another; more of them
// through boards between them.
const (
	chipNodes   = 4
	boardChips  = 4 // of nodes, and as many of links
	boardNodes  = chipNodes * boardChips
	routes      = boardChips
	direct      = 5 // boards that need none between them
	mostLinks   = 6 // of a route
	boardLinks  = 2 * boardChips * boardChips
	middleChips = 3 // of a board between boards
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

// out is link `port` of chip k of a board to other boards; in is the one from there.
func (n *Network) out(board, k, port int) int { return n.up(board, k, port) + boardLinks }
func (n *Network) in(board, k, port int) int  { return n.out(board, k, port) + boardChips*boardChips }

// route is route k of the four between two nodes.
func (n *Network) route(from, to, k int) (r route) {
	r.add(from*nodeLinks+inject, 0)
	fromBoard, fromChip := from/boardNodes, from%boardNodes/chipNodes
	toBoard, toChip := to/boardNodes, to%boardNodes/chipNodes
	switch {
	case fromBoard == toBoard && fromChip == toChip:
	case fromBoard == toBoard:
		r.add(n.up(fromBoard, fromChip, k), 1)
		r.add(n.down(toBoard, toChip, k), 1)
	case n.Nodes <= direct*boardNodes: // a link leads to the other board
		r.add(n.up(fromBoard, fromChip, k), 1)
		r.add(n.out(fromBoard, k, (toBoard-fromBoard+direct)%direct-1), 1)
		r.add(n.down(toBoard, toChip, k), 1)
	default:
		r.add(n.up(fromBoard, fromChip, k), 1)
		r.add(n.out(fromBoard, k, toBoard%boardChips), 1)
		r.add(n.in(toBoard, k, fromBoard%boardChips), middleChips)
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
