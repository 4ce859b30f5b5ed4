package job

import (
	"encoding/binary"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// A job of several hosts has a memory file on each of them. The ranks of a host know only that file; the launcher of the host, which has created it, carries what
// happens there to the launchers of the other hosts, and writes into the file what it receives from them: states, the ending, and what ranks exchange. docs/design/hosts.md
// has the protocol.

// Contributions of ranks to an exchange lie before the answers to Ask: the length of one, and its bytes.
const (
	noteBytes = 1024
	notesAt   = answersAt - MaxRanks*noteBytes
)

// MaxNote is how many bytes a rank may contribute to an exchange.
const MaxNote = noteBytes - 4

// NewHostFile makes the memory file of count ranks, from first on, of a job of size ranks that spans several hosts. id names the job: random, the same on all
// its hosts and unknown to other users. Otherwise it is NewFile.
func NewHostFile(size, first, count int, id [16]byte) (*File, error) {
	if first < 0 || count < 1 || first+count > size {
		return nil, fmt.Errorf("ranks %d to %d of %d: not part of the job", first, first+count-1, size)
	}
	f, err := NewFile(size)
	if err != nil {
		return nil, err
	}
	f.LocalFirst, f.LocalSize, f.ID = uint32(first), uint32(count), id
	return f, nil
}

// SpansHosts reports whether the job has ranks on other hosts.
func (j *Job) SpansHosts() bool { return j.LocalSize != j.Size }

// ID is the job's name, which only its own processes know: random bytes, the same on all ranks.
func (j *Job) ID() [16]byte {
	if f, ok := j.control.(*File); ok {
		return f.ID
	}
	return [16]byte{}
}

// Exchange gives this rank what each rank of the job has contributed, by rank; a contribution has at most MaxNote bytes. All ranks of a job that spans hosts call
// it equally often. among waits until all ranks of this host have called it as often. Exchange blocks; when the job ends meanwhile, it returns an error.
func (j *Job) Exchange(mine []byte, among func() error) ([][]byte, error) {
	f, ok := j.control.(*File)
	if !ok {
		return nil, fmt.Errorf("this job has no exchange among hosts")
	}
	if err := f.writeNote(j.Rank, mine); err != nil {
		return nil, err
	}
	if err := among(); err != nil {
		return nil, err
	}
	round := j.exchanges.Add(1)
	if j.outside {
		if err := j.exchangeByForeign(f, round, mine); err != nil {
			return nil, err
		}
	} else if j.Rank == j.LocalFirst {
		atomic.StoreUint32(&f.wanted, round)
		futexWakeAll(&f.wanted)
	}
	for {
		served := atomic.LoadUint32(&f.served)
		if int32(served-round) >= 0 {
			break
		}
		if e, over := f.Ended(); over {
			return nil, fmt.Errorf("the job has ended: %s", e.Line)
		}
		bound := unix.NsecToTimespec(int64(200 * time.Millisecond))
		futexWait(&f.served, served, &bound)
	}
	all := make([][]byte, j.Size)
	for r := range all {
		note, err := f.Note(r)
		if err != nil {
			return nil, err
		}
		all[r] = note
	}
	// No rank may write its next note before all have read this one.
	return all, among()
}

func (f *File) writeNote(rank int, b []byte) error {
	if len(b) > MaxNote {
		return fmt.Errorf("an exchange of %d bytes: at most %d fit", len(b), MaxNote)
	}
	record := binary.LittleEndian.AppendUint32(make([]byte, 0, noteBytes), uint32(len(b)))
	_, err := unix.Pwrite(f.FD, append(record, b...), notesAt+int64(rank)*noteBytes)
	return err
}

// Note is what a rank has contributed to the present exchange.
func (f *File) Note(rank int) ([]byte, error) {
	var record [noteBytes]byte
	if _, err := unix.Pread(f.FD, record[:], notesAt+int64(rank)*noteBytes); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(record[:])
	if n > MaxNote {
		return nil, fmt.Errorf("the contribution of rank %d to an exchange is damaged", rank)
	}
	return record[4 : 4+n], nil
}

// WaitWanted blocks until the ranks of this host have asked for an exchange after the first `had`, at most for bound, and returns for how many they have asked. It
// is for the launcher.
func (f *File) WaitWanted(had uint32, bound time.Duration) uint32 {
	ts := unix.NsecToTimespec(int64(bound))
	if atomic.LoadUint32(&f.wanted) == had {
		futexWait(&f.wanted, had, &ts)
	}
	return atomic.LoadUint32(&f.wanted)
}

// Serve completes an exchange: it stores what the ranks of other hosts have contributed, and wakes the ranks of this host. notes has all ranks'. It is for the
// launcher.
func (f *File) Serve(round uint32, notes [][]byte) error {
	for r, b := range notes {
		if r >= int(f.LocalFirst) && r < int(f.LocalFirst+f.LocalSize) {
			continue
		}
		if err := f.writeNote(r, b); err != nil {
			return err
		}
	}
	atomic.StoreUint32(&f.served, round)
	futexWakeAll(&f.served)
	return nil
}
