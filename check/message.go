package check

// Send makes the operation a message with a key, by which its receiver tells it from others. Its receiver is ordered after all that the operation follows, and after payload, the operation of the same call that
// moves the message's data; nil: there is none.
func (o Op) Send(key any, payload *Op) {
	o.t.c.messages[key] = append(o.t.c.messages[key], o.carriedAfter(payload))
	o.t.advance()
}

// Receive orders the thread after the first message with a key that has not been received.
func (t *Thread) Receive(key any) {
	all := t.c.messages[key]
	if len(all) == 0 {
		return
	}
	t.clock.join(all[0])
	if len(all) == 1 {
		delete(t.c.messages, key)
	} else {
		t.c.messages[key] = all[1:]
	}
}

// Recall takes back the last message with a key, which has not been sent.
func (t *Thread) Recall(key any) {
	if all := t.c.messages[key]; len(all) > 1 {
		t.c.messages[key] = all[:len(all)-1]
	} else {
		delete(t.c.messages, key)
	}
}
