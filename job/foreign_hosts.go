package job

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// A foreign launcher that puts ranks on several hosts and has an exchange of texts needs no process of ours: the first rank of each host makes the memory file for
// the ranks there, and exchanges among hosts are the launcher's. That launcher watches hosts and ranks, and ends the job when one is gone.

// meetOnHost gives the ranks of this host a memory file from their first rank. Rank 0 has opened its socket before it knew that there are several hosts.
func (j *Job) meetOnHost(h hostRanks, name string, socket int, start limit) error {
	key := func(rank int) string { return "gasnetgo-host-" + strconv.Itoa(rank) }
	leads := j.Rank == h.first
	var id [16]byte
	card := "-"
	if leads {
		if _, err := unix.Getrandom(id[:], 0); err != nil {
			return err
		}
		if j.Rank > 0 {
			name = newMeeting("").prefix + hex.EncodeToString(id[:])
			var err error
			if socket, err = listen(name, h.count); err != nil {
				return err
			}
			defer unix.Close(socket)
		}
		card = name[1:]
	}
	if j.Rank == 0 { // the job's name, which is a secret: other users see the names of sockets
		unix.Close(j.FD)
		j.FD, j.control = -1, nil
		card += "," + hex.EncodeToString(id[:])
	}
	if err := j.foreign.put(key(j.Rank), card); err != nil {
		return err
	}
	if err := j.foreign.fence(); err != nil {
		return err
	}
	if !leads {
		text, err := j.foreign.get(h.first, key(h.first))
		if err != nil {
			return err
		}
		name, _, _ = strings.Cut(text, ",")
		fd, err := fetch("@"+name, j.Rank, j.Size, start.at)
		if err != nil {
			return fmt.Errorf("no memory file from rank %d: %w", h.first, err)
		}
		j.FD, j.holdsLife = fd, (&File{FD: fd}).HoldLife(j.Rank)
		file, err := openFile(fd, j.Size)
		if err == nil {
			j.control = file
		}
		return err
	}
	text, err := j.foreign.get(0, key(0))
	if err != nil {
		return err
	}
	_, secret, _ := strings.Cut(text, ",")
	if n, err := hex.Decode(id[:], []byte(secret)); err != nil || n != len(id) {
		return errors.New("rank 0 has published no name of the job")
	}
	file, err := NewHostFile(j.Size, h.first, h.count, id)
	if err != nil {
		return err
	}
	j.FD, j.control, j.holdsLife = file.FD, file, file.HoldLife(j.Rank)
	file.LauncherPID = 0 // none of ours
	return j.handOut(socket, h.first, h.count, start)
}

// noteChunk is how many bytes of a note travel in one text, in hexadecimal: PMI-1 carries texts of up to 1,024 bytes, and Slurm's PMI-2 whole commands of that length.
const noteChunk = 400

// exchangeByForeign carries the notes of a round among the hosts, after those of this host's ranks are in the file. All ranks call it; the first of the host stores
// what the others have contributed.
func (j *Job) exchangeByForeign(f *File, round uint32, mine []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.foreign == nil {
		return fmt.Errorf("this rank has left %s, which has to carry what the hosts exchange", j.Launcher)
	}
	key := func(rank, chunk int) string { return fmt.Sprintf("gasnetgo-%d-%d-%d", round, rank, chunk) }
	for chunk := 0; chunk == 0 || chunk*noteChunk < len(mine); chunk++ {
		part := mine[chunk*noteChunk:][:min(noteChunk, len(mine)-chunk*noteChunk)]
		if err := j.foreign.put(key(j.Rank, chunk), fmt.Sprintf("%d.%x", len(mine), part)); err != nil {
			return err
		}
	}
	if err := j.foreign.fence(); err != nil {
		return err
	}
	if j.Rank != j.LocalFirst {
		return nil
	}
	notes := make([][]byte, j.Size)
	for r := range notes {
		if r >= j.LocalFirst && r < j.LocalFirst+j.LocalSize {
			continue
		}
		for size, chunk := 0, 0; chunk == 0 || len(notes[r]) < size; chunk++ {
			text, err := j.foreign.get(r, key(r, chunk))
			if err != nil {
				return fmt.Errorf("nothing from rank %d: %w", r, err)
			}
			length, digits, _ := strings.Cut(text, ".")
			part, err1 := hex.DecodeString(digits)
			n, err2 := strconv.Atoi(length)
			if err := errors.Join(err1, err2); err != nil || n < 0 || n > MaxNote || len(part) == 0 && n > len(notes[r]) {
				return fmt.Errorf("%s has damaged what rank %d contributes to an exchange", j.Launcher, r)
			}
			size, notes[r] = n, append(notes[r], part...)
		}
	}
	return f.Serve(round, notes)
}
