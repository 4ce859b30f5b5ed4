package node

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"

	"gasnetgo/internal/memory"
)

// Image is the main executable as it lies in this process's memory.
type Image struct {
	Path    string
	Bias    uintptr      // load address: 0 for a non-PIE executable
	Headers []elf.Prog64 // program headers
	Note    []byte       // its build id, if it has one
	data    addressRange // writable for good: .data and .bss, without what the loader makes read-only
}

type addressRange struct{ from, to uintptr }

func (r addressRange) size() uint64 { return uint64(r.to - r.from) }

// ErrNoData means that the executable has no writable data.
var ErrNoData = errors.New("the executable has no writable data segment")

// NewImage makes an Image from program headers in memory: count of them at address headers, as dl_iterate_phdr reports for the main program.
func NewImage(path string, bias, headers uintptr, count int) (*Image, error) {
	im := &Image{Path: path, Bias: bias, Headers: make([]elf.Prog64, count)}
	raw := memory.Bytes(headers, uint64(count)*uint64(binary.Size(elf.Prog64{})))
	if err := binary.Read(bytes.NewReader(raw), binary.LittleEndian, im.Headers); err != nil {
		return nil, fmt.Errorf("program headers of %s: %w", path, err)
	}
	for _, h := range im.Headers {
		if elf.ProgType(h.Type) == elf.PT_NOTE {
			im.Note = append(im.Note, memory.Bytes(bias+uintptr(h.Vaddr), h.Memsz)...)
		}
	}
	var err error
	im.data, err = writable(im.Headers, bias)
	return im, err
}

// writable is the one range of pages that stays writable: the program's writable PT_LOAD less PT_GNU_RELRO. Some linkers give the read-only part a PT_LOAD of
// its own, which then vanishes.
func writable(headers []elf.Prog64, bias uintptr) (addressRange, error) {
	var relro addressRange
	for _, h := range headers {
		if elf.ProgType(h.Type) == elf.PT_GNU_RELRO {
			// The loader protects whole pages only and rounds the end down.
			relro = addressRange{bias + pageDown(h.Vaddr), bias + pageDown(h.Vaddr+h.Memsz)}
		}
	}
	var found []addressRange
	for _, h := range headers {
		if elf.ProgType(h.Type) != elf.PT_LOAD || elf.ProgFlag(h.Flags)&elf.PF_W == 0 || h.Memsz == 0 {
			continue
		}
		r := addressRange{bias + pageDown(h.Vaddr), bias + pageDown(h.Vaddr+h.Memsz+Page-1)}
		if relro.from <= r.from && relro.to > r.from {
			r.from = min(relro.to, r.to)
		}
		if r.from < r.to {
			found = append(found, r)
		}
	}
	switch len(found) {
	case 0:
		return addressRange{}, ErrNoData
	case 1:
		return found[0], nil
	}
	return addressRange{}, fmt.Errorf("the executable has %d writable data segments; one is supported (relink it with the system's default linker layout)", len(found))
}

func pageDown(a uint64) uintptr { return uintptr(a &^ (Page - 1)) }

// DataBytes is the size of the writable data in bytes, whole pages.
func (im *Image) DataBytes() uint64 { return im.data.size() }

// DataBase is where the writable data starts in this process.
func (im *Image) DataBase() uintptr { return im.data.from }

// Hash identifies the executable's layout: equal for two processes that run the same file, wherever it was loaded. Never 0.
func (im *Image) Hash() uint64 {
	h := fnv.New64a()
	// Neither the path nor the bias enters: the same program may be reached by two names and loaded anywhere.
	_ = binary.Write(h, binary.LittleEndian, im.Headers)
	_, _ = h.Write(im.Note)
	return h.Sum64() | 1
}

// Announce tells the other ranks of this host what this one runs, and where it lies.
func (n *Node) Announce(im *Image) {
	me := n.Rank(n.me)
	me.Image, me.Bias = im.Hash(), uint64(im.Bias)
}

// Elsewhere finds a rank of this host that runs the same executable at another address than this one, so that a pointer to a function or to a static means
// something else there. A barrier must lie between all Announces and this.
func (n *Node) Elsewhere() (rank int, bias uintptr, found bool) {
	me := n.Rank(n.me)
	for l := range n.Locals() {
		if other := n.Rank(l); other.Image == me.Image && other.Bias != me.Bias {
			return n.opts.Host.Rank(l), uintptr(other.Bias), true
		}
	}
	return 0, 0, false
}
