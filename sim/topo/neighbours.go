package topo

// neighbours is where the links of a dimension lead to, by direction and coordinate.
type neighbours [2][]neighbour

// neighbour is a coordinate, and how much larger the number of the node is there.
type neighbour struct{ at, stride int32 }

func newNeighbours(size, stride int) (n neighbours) {
	for direction, step := range [2]int{up: 1, down: size - 1} {
		n[direction] = make([]neighbour, size)
		for at := range size {
			to := (at + step) % size
			n[direction][at] = neighbour{int32(to), int32((to - at) * stride)}
		}
	}
	return n
}
