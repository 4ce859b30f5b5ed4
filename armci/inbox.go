package armci

// Inbox is a rank's messages that have arrived and not been received, in their order, for a transport that holds them. The zero value is empty.
type Inbox []Message

// Put appends a message, whose data is the inbox's from then on.
func (q *Inbox) Put(m Message) { *q = append(*q, m) }

// Take takes the first message; false if there is none.
func (q *Inbox) Take() (m Message, ok bool) {
	if len(*q) == 0 {
		return m, false
	}
	m = (*q)[0]
	if *q = (*q)[1:]; len(*q) == 0 {
		*q = nil // its memory can go
	}
	return m, true
}
