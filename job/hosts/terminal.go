package hosts

import (
	"fmt"
	"os"
	"strings"
)

// forwardInput sends this process's standard input to rank 0.
func (r *root) forwardInput() {
	buffer := make([]byte, 16<<10)
	to := r.links[0].out
	for {
		n, err := os.Stdin.Read(buffer)
		if n > 0 {
			r.credit <- struct{}{}
			if to.send(input, buffer[:n]) != nil {
				return
			}
		}
		if err != nil {
			r.credit <- struct{}{}
			_ = to.send(input, nil)
			return
		}
	}
}

// print writes what a rank has printed. It may block as long as the reader of our output does.
func (r *root) print(b []byte) {
	if len(b) < 5 {
		return
	}
	to, text := r.stdout, b[5:]
	if b[4] == 2 {
		to = r.stderr
	}
	if r.c.Tag {
		text = tagged(fmt.Sprintf("[%d] ", int(b[0])|int(b[1])<<8|int(b[2])<<16), string(text))
	}
	r.printing.Lock()
	defer r.printing.Unlock()
	_, _ = to.Write(text)
}

// tagged begins every line with tag. Text that is not a whole line becomes one.
func tagged(tag, text string) []byte {
	var b []byte
	for line := range strings.Lines(text) {
		b = append(append(b, tag...), line...)
	}
	if len(b) > 0 && b[len(b)-1] != '\n' {
		b = append(b, '\n')
	}
	return b
}
