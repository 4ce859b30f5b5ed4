package node

import (
	"bytes"
	"errors"
	"fmt"

	"gasnetgo/internal/memory"
)

// DataSegmentName is the segment that holds the globals of all ranks of the host.
const DataSegmentName = "data"

// MapData turns the program's writable data into a segment: copies it to the memory file and maps the file over it, so that peers reach globals and
// statics by plain loads and stores. The contents stay; addresses stay; it stays in place until the process ends.
//
// No other thread of the program may write globals meanwhile. A rank that runs another executable is an error that names both; turning this off
// (GASNETGO_DATA_SEGMENT=off) is the remedy when different programs are wanted.
func (n *Node) MapData(im *Image) (*Segment, error) {
	n.Announce(im)
	s, err := n.Segment(DataSegmentName, im.DataBytes(), im.Hash())
	var differs *MismatchError
	if errors.As(err, &differs) {
		return nil, fmt.Errorf("global variables are not symmetric: this rank runs %s (%d bytes of data), rank %d runs %s (%d bytes) or another build of it; run one executable, or set GASNETGO_DATA_SEGMENT=off to do without symmetric globals",
			im.Path, im.DataBytes(), differs.Rank, differs.Program, differs.Bytes)
	}
	if err != nil {
		return nil, err
	}
	own := s.Part(n.me)
	copyPages(memory.Bytes(own, s.Bytes), memory.Bytes(im.DataBase(), s.Bytes))
	off := s.partOff(n.me)
	if err := mapAt(n.opts.FD, im.DataBase(), s.Bytes, off, true); err != nil {
		return nil, fmt.Errorf("cannot map the data segment of %s onto the memory file: %w (GASNETGO_DATA_SEGMENT=off does without symmetric globals)", im.Path, err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.sees(im.DataBase(), s.Bytes, own)
	return s, nil
}

// copyPages copies src to dst, whose bytes are zero, and skips pages of zeros: a large empty array takes no memory.
func copyPages(dst, src []byte) {
	var zero [Page]byte
	for off := 0; off < len(src); off += Page {
		if p := src[off : off+Page]; !bytes.Equal(p, zero[:]) {
			copy(dst[off:], p)
		}
	}
}
