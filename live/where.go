package live

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"gasnetgo/internal/crash"
)

// Where is where the main thread of this process is, as the C edge knows it.
type Where struct {
	Call, Arguments string   // of a call that is in Go; empty otherwise
	Above           []uint64 // the thread's stack above that call's frame, where the address of its caller is
	Trace           []uint64 // program counters of a thread that is not in Go, the innermost first; empty if it did not answer
	Waits           Waits
}

// Waits is the last wait of a thread in C for a word of its memory.
type Waits struct {
	At     uint64 // 0: there was none
	Lock   bool   // the word is a lock, and the rest does not matter
	Bytes  int
	Signed bool
	Cmp    string // as in "=="
	Value  uint64
}

// answer tells the launcher where this process is.
func (s *Session) answer() {
	w := s.Hooks.Where()
	call, arguments := w.Call, w.Arguments
	var m crash.Maps
	if maps, err := os.Open("/proc/self/maps"); err == nil {
		m = crash.ReadMaps(maps)
		maps.Close()
	}
	exe, _ := os.Readlink("/proc/self/exe")
	var trace []crash.Place
	if call != "" {
		if pc := callerAbove(m, w.Above); pc != 0 {
			trace = m.Trace(new(crash.Symbols), exe, []uint64{0, pc})[1:]
		}
	} else if len(w.Trace) > 0 {
		call, trace = callOf(m.Trace(new(crash.Symbols), exe, w.Trace))
		if w.Waits.in(call) {
			arguments = w.Waits.String()
		}
	}
	if call == "" {
		return // the launcher says that this rank does not answer
	}
	var b strings.Builder
	b.WriteString(call + "\n" + arguments)
	for i, p := range trace {
		if i == tracePlaces {
			break
		}
		b.WriteString("\n" + p.Name())
	}
	if err := s.Job.Answer(b.String()); err != nil {
		s.Warn("cannot tell the launcher where this rank is: " + err.Error())
	}
}

// tracePlaces is how many calls of the program a report names.
const tracePlaces = 12

// callOf splits a trace into the library's function that the program has called and the places in the program.
func callOf(trace []crash.Place) (call string, program []crash.Place) {
	last := -1
	for i, p := range trace {
		name := filepath.Base(p.Object)
		if strings.HasPrefix(name, "libgasnetgo") {
			last = i
		} else if last >= 0 || !strings.HasPrefix(name, "libc.so") && !strings.HasPrefix(name, "libc-") {
			break
		}
	}
	if last < 0 {
		return "in the program", trace
	}
	call = trace[last].Function
	if shmem := strings.TrimPrefix(call, "p"); strings.HasPrefix(shmem, "shmem") {
		call = shmem // both names have one address
	}
	if call == "" {
		call = "in the library"
	}
	return call, trace[last+1:]
}

// callerAbove is the first address on the stack above a call of this library that a call in other code has left there; 0 if there is none. Go's frames, which
// are below, keep an unwinder from getting there.
func callerAbove(m crash.Maps, stack []uint64) uint64 {
	mem, err := os.Open("/proc/self/mem")
	if err != nil {
		return 0
	}
	defer mem.Close()
	for _, at := range stack {
		file, ok := m.Code(at)
		if !ok || strings.HasPrefix(filepath.Base(file), "libgasnetgo") {
			continue
		}
		var before [8]byte
		if _, err := mem.ReadAt(before[:], int64(at)-int64(len(before))); err == nil && isCall(before) {
			return at
		}
	}
	return 0
}

// isCall reports whether an instruction that ends with these bytes may be a call.
func isCall(code [8]byte) bool {
	if runtime.GOARCH == "arm64" {
		word := binary.LittleEndian.Uint32(code[4:])
		return word>>26 == 0b100101 || word&0xfffffc1f == 0xd63f0000
	}
	if code[3] == 0xe8 { // a distance of 4 bytes
		return true
	}
	for _, i := range []int{1, 2, 4, 5, 6} { // a register, or memory with 0, 1, or 4 bytes of distance and perhaps an index
		if code[i] == 0xff && code[i+1]>>3&7 == 2 {
			return true
		}
	}
	return false
}

// in reports whether a function waits for words, or for locks.
func (w Waits) in(call string) bool {
	if w.Lock {
		return strings.HasSuffix(call, "_lock")
	}
	return strings.Contains(call, "wait_") || strings.HasSuffix(call, "_wait")
}

// String is for a report: what is waited for, and the value that is there.
func (w Waits) String() string {
	if w.At == 0 {
		return ""
	}
	if w.Lock {
		return fmt.Sprintf("lock %#x", w.At)
	}
	text := fmt.Sprintf("for the value at %#x to be %s %s", w.At, w.Cmp, w.number(w.Value))
	mem, err := os.Open("/proc/self/mem")
	if err != nil {
		return text
	}
	defer mem.Close()
	var word [8]byte
	if _, err := mem.ReadAt(word[:w.Bytes], int64(w.At)); err != nil {
		return text
	}
	return text + "; it is " + w.number(binary.LittleEndian.Uint64(word[:]))
}

// number is a value of the word's type.
func (w Waits) number(v uint64) string {
	unused := 64 - 8*w.Bytes
	if w.Signed {
		return fmt.Sprint(int64(v<<unused) >> unused)
	}
	return fmt.Sprint(v << unused >> unused)
}
