package host

// #include "host.h"
import "C"

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"unsafe"
)

// Site is a place in an object of the program.
type Site struct {
	Object int    // its number, for Image.Path and Image.Identity
	Offset uint64 // address in its file
}

// Site is where the program is whose call or request the rank waits with: the address behind the innermost call in its own code. There is none if a library that all ranks share has made the call
// with nothing of the program above it. It takes some microseconds, and no turn of the rank. A thread of the program has none.
func (r *Rank) Site() (s Site, ok bool) {
	if r.fiber != nil {
		return Site{}, false
	}
	var object C.int
	var offset C.uint64_t
	if !bool(C.ga_sim_site(r.c, &object, &offset)) {
		return Site{}, false
	}
	return Site{int(object), uint64(offset)}, true
}

// Path is the file of an object that ranks have copies of: 0 is the program. It is empty past the last.
func (im *Image) Path(object int) string {
	c := C.ga_sim_object(im.c, C.int(object))
	if c == nil {
		return ""
	}
	return C.GoString(c)
}

// Identity tells the object's file from others: its build id if the linker has given it one, or else a hash of all of it.
func (im *Image) Identity(object int) string {
	var n C.uint64_t
	file := C.ga_sim_file(im.c, C.int(object), &n)
	if file == nil {
		return ""
	}
	return identity(unsafe.Slice((*byte)(file), n))
}

// identity is that of a file with this content.
func identity(file []byte) string {
	if f, err := elf.NewFile(bytes.NewReader(file)); err == nil {
		if s := f.Section(".note.gnu.build-id"); s != nil {
			if note, err := s.Data(); err == nil && len(note) > 16 {
				name, size := binary.LittleEndian.Uint32(note), binary.LittleEndian.Uint32(note[4:])
				if name == 4 && uint64(size) <= uint64(len(note)-16) {
					return "build-id:" + hex.EncodeToString(note[16:16+size])
				}
			}
		}
	}
	sum := sha256.Sum256(file)
	return "sha256:" + hex.EncodeToString(sum[:])
}
