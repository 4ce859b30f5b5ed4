package x86_test

import (
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sim/host/x86"
)

// traced is the memory of a process that is stepped through. Stores are recorded, to be compared.
type traced struct {
	mem    *os.File
	stores map[uint64]byte
	counts bool // every other step, so that flags are compared, too
}

func (m *traced) Load(at uint64, to []byte) bool {
	n, err := m.mem.ReadAt(to, int64(at))
	return err == nil && n == len(to)
}

func (m *traced) Store(at uint64, from []byte) bool {
	for i, b := range from {
		m.stores[at+uint64(i)] = b
	}
	return true
}

func (m *traced) Add(at uint64, n int, by uint64) (was uint64, blind, ok bool) {
	var b [8]byte
	ok = m.Load(at, b[:n])
	was = binary.LittleEndian.Uint64(b[:])
	binary.LittleEndian.PutUint64(b[:], was+by)
	return was, false, ok && m.Store(at, b[:n])
}

func (m *traced) Counts(byte) bool { return m.counts }

// TestProcessor steps through a program, compiled in several ways, on the processor and on ours, instruction by instruction, and compares all registers, flags and stores.
func TestProcessor(t *testing.T) {
	known := map[string]int{}
	for _, flags := range []string{"-O0", "-O1", "-O2", "-Os", "-O3 -fno-tree-vectorize -fno-pie -no-pie"} {
		t.Run(flags, func(t *testing.T) { stepThrough(t, strings.Fields(flags), known) })
	}
	require.Greater(t, len(known), 250, "encodings that occurred")
}

func stepThrough(t *testing.T, flags []string, known map[string]int) {
	program := filepath.Join(t.TempDir(), "integers")
	out, err := exec.Command("cc", append([]string{"-o", program, "testdata/integers.c", "-static", "-w"}, flags...)...).CombinedOutput()
	if err != nil {
		t.Skipf("%v\n%s", err, out)
	}
	file, err := elf.Open(program)
	require.NoError(t, err)
	symbols, err := file.Symbols()
	require.NoError(t, err)
	mark := uint64(0)
	for _, s := range symbols {
		if s.Name == "mark" {
			mark = s.Value
		}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c := exec.Command(program)
	c.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := c.Start(); err != nil {
		t.Skip(err)
	}
	pid := c.Process.Pid
	defer func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}()
	var status syscall.WaitStatus
	_, err = syscall.Wait4(pid, &status, 0, nil)
	require.NoError(t, err)
	mem, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	require.NoError(t, err)
	defer mem.Close()

	var first [1]byte // a breakpoint at the first mark
	require.True(t, (&traced{mem: mem}).Load(mark, first[:]))
	_, err = syscall.PtracePokeData(pid, uintptr(mark), []byte{0xcc})
	require.NoError(t, err)
	require.NoError(t, syscall.PtraceCont(pid, 0))
	_, err = syscall.Wait4(pid, &status, 0, nil)
	require.NoError(t, err)
	require.True(t, status.Stopped(), "%v", status)
	_, err = syscall.PtracePokeData(pid, uintptr(mark), first[:])
	require.NoError(t, err)
	var r syscall.PtraceRegs
	require.NoError(t, syscall.PtraceGetRegs(pid, &r))
	r.Rip = mark
	require.NoError(t, syscall.PtraceSetRegs(pid, &r))

	steps, unknown := 0, 0
	for ; steps < 60000; steps++ {
		m := &traced{mem: mem, stores: map[uint64]byte{}, counts: steps%2 == 0}
		p := processor(&r)
		p.Vectors, p.X = true, vectors(t, pid)
		var code [15]byte
		require.True(t, m.Load(r.Rip, code[:]))
		ok := p.Step(code[:], m)
		if !ok {
			unknown++
		}
		require.NoError(t, syscall.PtraceSingleStep(pid))
		_, err = syscall.Wait4(pid, &status, 0, nil)
		require.NoError(t, err)
		require.True(t, status.Stopped(), "%v", status)
		at := r.Rip
		require.NoError(t, syscall.PtraceGetRegs(pid, &r))
		if n, _ := x86.Length(code[:]); ok {
			what := hex.EncodeToString(code[:n])
			known[what]++
			want := processor(&r)
			require.Equal(t, want.PC, p.PC, "%#x: %s", at, what)
			require.Equal(t, want.R, p.R, "%#x: %s", at, what)
			require.Equal(t, vectors(t, pid), p.X, "%#x: %s", at, what)
			compared := (x86.CF | x86.PF | x86.ZF | x86.SF | x86.OF) &^ p.Blind // AF is undefined behind logic, and no condition needs it
			require.Equal(t, want.Flags&compared, p.Flags&compared, "%#x: flags %#x, of %#x: %s", at, p.Flags, compared, what)
			for at, b := range m.stores {
				var is [1]byte
				require.True(t, m.Load(at, is[:]))
				require.Equal(t, is[0], b, "%#x: %s", at, what)
			}
		} else if unknown < 4 {
			t.Logf("unknown: %x", code[:n])
		}
		if steps > 10 && r.Rip == mark {
			break
		}
	}
	require.Less(t, unknown, steps/20, "of %d", steps)
	t.Logf("%d steps, %d unknown", steps, unknown)
}

func processor(r *syscall.PtraceRegs) *x86.Processor {
	const flags = x86.CF | x86.PF | x86.AF | x86.ZF | x86.SF | x86.OF
	return &x86.Processor{
		R:  [16]uint64{r.Rax, r.Rcx, r.Rdx, r.Rbx, r.Rsp, r.Rbp, r.Rsi, r.Rdi, r.R8, r.R9, r.R10, r.R11, r.R12, r.R13, r.R14, r.R15},
		PC: r.Rip, Flags: r.Eflags & flags, FS: r.Fs_base,
	}
}
