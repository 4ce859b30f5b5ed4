package lapi

// gathering is the collective operations of a machine. Tasks call them in the same order.
type gathering struct {
	number uint64           // of the last one that this task has begun
	calls  map[uint64]*call // those that are in progress here or at a task that is ahead
}

// call is one collective operation: values travel by dissemination, in rounds that double what each task has.
type call struct {
	begun  bool
	wide   bool     // it has values
	values []uint64 // from this task on, in the order of tasks
	came   map[int][]uint64
	parts  map[int]int // bytes that have come of a round
	round  int
}

func (m *Machine) call(number uint64) *call {
	c := m.gather.calls[number]
	if c == nil {
		c = &call{came: map[int][]uint64{}, parts: map[int]int{}}
		m.gather.calls[number] = c
	}
	return c
}

// Gather begins a collective operation that gives every task the values of all; wide false: a barrier. Gathered has the same number.
func (m *Machine) Gather(value uint64, wide bool) (number uint64) {
	m.gather.number++
	c := m.call(m.gather.number)
	c.begun, c.wide = true, wide
	if wide {
		c.values = []uint64{value}
	}
	m.step(m.gather.number, c, true)
	return m.gather.number
}

const gatherPiece = 512 // values of a packet

// step sends this task's part of a round, and goes on as far as others have sent theirs.
func (m *Machine) step(number uint64, c *call, send bool) {
	for {
		distance := 1 << c.round
		if distance >= m.Tasks {
			m.finish(number, c)
			return
		}
		count := 0
		if c.wide {
			count = min(distance, m.Tasks-distance)
		}
		if send {
			to := (m.Task - distance + m.Tasks) % m.Tasks
			for off := 0; off < count || off == 0; off += gatherPiece {
				part := c.values[off:min(off+gatherPiece, count)]
				m.send(to, &Packet{Kind: KindGather, ID: number, Total: uint64(count), Offset: uint64(off), Size: uint8(c.round), Data: encode(part)})
			}
		}
		if c.parts[c.round] < max(count, 1) {
			return
		}
		if c.wide {
			c.values = append(c.values, c.came[c.round][:count]...)
		}
		c.round++
		send = true
	}
}

// gathered deals with values of a task.
func (m *Machine) gathered(_ int, p *Packet) {
	c := m.call(p.ID)
	round, values := int(p.Size), decode(p.Data)
	if p.Total > 0 {
		if c.came[round] == nil {
			c.came[round] = make([]uint64, p.Total)
		}
		copy(c.came[round][min(p.Offset, p.Total):], values)
	}
	c.parts[round] += max(len(values), 1)
	if c.begun && round == c.round {
		m.step(p.ID, c, false)
	}
}

func (m *Machine) finish(number uint64, c *call) {
	delete(m.gather.calls, number)
	var all []uint64
	if c.wide {
		all = make([]uint64, m.Tasks)
		for i, v := range c.values {
			all[(m.Task+i)%m.Tasks] = v
		}
	}
	m.emit(Gathered{number, all})
}
