package ofi

import "fmt"

// Requests is what waits for replies, by the number that a request carries and its reply returns. Numbers begin with 1, and are used again. The zero value is empty. It is guarded by
// the port's lock.
type Requests[T any] struct {
	all    []*T // by number - 1; nil: unused
	unused []uint32
}

// Add notes a request, and returns its number.
func (r *Requests[T]) Add(v *T) uint32 {
	if n := len(r.unused); n > 0 {
		number := r.unused[n-1]
		r.unused = r.unused[:n-1]
		r.all[number-1] = v
		return number
	}
	r.all = append(r.all, v)
	return uint32(len(r.all))
}

// Take removes the request that a reply belongs to, and returns it.
func (r *Requests[T]) Take(number uint32) (*T, error) {
	if number == 0 || uint64(number) > uint64(len(r.all)) || r.all[number-1] == nil {
		return nil, fmt.Errorf("a reply to operation %d, which does not exist", number)
	}
	v := r.all[number-1]
	r.all[number-1], r.unused = nil, append(r.unused, number)
	return v, nil
}

// Len is how many requests have no reply.
func (r *Requests[T]) Len() int { return len(r.all) - len(r.unused) }
