package client

import "fmt"

// Numbers stand for functions where LAPI has addresses of counters and completion handlers: a client that is Go has no memory that peers could name. A number is valid
// for one call of its function. The zero value is ready for use. The client's lock guards it.
type Numbers struct {
	last  uintptr
	calls map[uintptr]func()
}

// New allocates a number for a function. It is not 0, which is no counter and no handler.
func (n *Numbers) New(f func()) uintptr {
	if n.calls == nil {
		n.calls = map[uintptr]func(){}
	}
	n.last++
	n.calls[n.last] = f
	return n.last
}

// Call frees a number and calls its function.
func (n *Numbers) Call(number uintptr) error {
	f, ok := n.calls[number]
	if !ok {
		return fmt.Errorf("internal error: nothing waits for number %d", number)
	}
	delete(n.calls, number)
	f()
	return nil
}

// Len is how many numbers are allocated.
func (n *Numbers) Len() int { return len(n.calls) }
