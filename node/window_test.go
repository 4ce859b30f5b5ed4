package node

import (
	"bytes"
	"fmt"

	"golang.org/x/sys/unix"

	"gasnetgo/internal/memory"
)

// windowScenario: windows show memory of other ranks' parts, end without it, and memory of the program becomes that of a part and the program's again.
func windowScenario(n *Node) error {
	const bytes4 = 4 * Page
	s, err := n.Segment("w", bytes4, 0)
	if err != nil {
		return err
	}
	next := (n.Me() + 1) % n.Locals()
	at, err := n.Window(s, next, Page, 2*Page, 0, false)
	if err != nil {
		return err
	}
	fixed := at + 1<<30
	again, err := n.Window(s, next, 2*Page, Page, fixed, true)
	if err != nil || again != fixed {
		return fmt.Errorf("window at %#x instead of %#x: %w", again, fixed, err)
	}
	if _, err := n.Window(s, next, 0, Page, fixed, false); err != unix.EEXIST {
		return fmt.Errorf("a window over another one: %v", err)
	}
	memory.Bytes(at, 2*Page)[Page+5] = byte(n.Me()) + 1
	if err := n.Barrier(); err != nil {
		return err
	}
	own := memory.Bytes(s.Part(n.Me()), uint64(bytes4))
	before := byte((n.Me()+n.Locals()-1)%n.Locals()) + 1
	if own[2*Page+5] != before || memory.Bytes(again, Page)[5] != byte(n.Me())+1 {
		return fmt.Errorf("%d in the part, %d in the window", own[2*Page+5], memory.Bytes(again, Page)[5])
	}
	if err := n.CloseWindow(at, 2*Page); err != nil {
		return err
	}
	if mappedHere(at, Page) || !mappedHere(again, Page) {
		return fmt.Errorf("the wrong window has been closed")
	}

	mine, err := unix.Mmap(-1, 0, 2*Page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return err
	}
	copy(mine[100:], "words")
	if err := n.Adopt(s, 0, memory.Address(mine), 2*Page); err != nil {
		return err
	}
	copy(own[105:], " and more")
	if !bytes.Equal(mine[100:114], []byte("words and more")) {
		return fmt.Errorf("%q", mine[100:114])
	}
	if err := n.Restore(s, 0, memory.Address(mine), 2*Page); err != nil {
		return err
	}
	own[100] = 'W'
	if !bytes.Equal(mine[100:114], []byte("words and more")) {
		return fmt.Errorf("%q after the end", mine[100:114])
	}
	if err := n.Adopt(s, 0, fixed+1<<30, Page); err != unix.EFAULT {
		return fmt.Errorf("memory that there is not: %v", err)
	}
	return nil
}
