package job

import (
	"fmt"
	"strconv"
	"strings"
)

// hostRanks are the ranks of this process's host.
type hostRanks struct{ first, count int }

// The texts by which the ranks learn who is on which host. Launchers serve requests one after the other, and some spend time on each that grows with the number of
// ranks: rank 0 alone reads the cards of all, and the others read what it has found.
const (
	cardKey  = "gasnetgo-"       // and the rank: its host, for people and exactly, and rank 0's socket
	foundKey = "gasnetgo-found"  // from rank 0: one of the words below, and what belongs to it
	placeKey = "gasnetgo-place-" // from rank 0, and the rank: the first rank on that rank's host, and how many there are

	foundOne     = "one"     // host, and rank 0's socket
	foundMany    = "many"    // hosts: there are texts under placeKey
	foundMissing = "missing" // card, and whose
	foundAgain   = "again"   // on a host that has been left: the host, and the rank
)

// swapCards publishes the host of this rank, and gets rank 0's socket; or, if the ranks are on several hosts, which of them are on this one.
func (j *Job) swapCards(socket string) (leader string, hosts *hostRanks, err error) {
	host, id := hostCard()
	card := host + "," + id
	if err = j.foreign.put(cardKey+strconv.Itoa(j.Rank), card); err == nil {
		err = j.foreign.fence()
	}
	if err != nil {
		return "", nil, err
	}
	if j.Rank == 0 {
		found, several, missing := j.findHosts(socket)
		if err = j.publishHosts(found, several); err == nil {
			err = j.foreign.fence()
		}
		if missing != nil { // which says more than the others read
			return "", nil, missing
		}
	} else {
		err = j.foreign.fence()
	}
	if err != nil {
		return "", nil, err
	}
	return j.place()
}

// findHosts reads the cards of all ranks. It returns the text for foundKey, and the hosts if there are several; missing is the error of a card that is not there.
func (j *Job) findHosts(socket string) (found string, several []hostRanks, missing error) {
	ids, names := make([]string, j.Size), make([]string, j.Size)
	for rank := range j.Size {
		text, err := j.foreign.get(rank, cardKey+strconv.Itoa(rank))
		if err != nil {
			return fmt.Sprintf("%s,%d", foundMissing, rank), nil, fmt.Errorf("nothing from rank %d: %w", rank, err)
		}
		names[rank], ids[rank], _ = strings.Cut(text, ",")
	}
	hosts, again := groupHosts(ids)
	switch {
	case again >= 0:
		return fmt.Sprintf("%s,%s,%d", foundAgain, names[again], again), nil, nil
	case len(hosts) > 1:
		return foundMany, hosts, nil
	}
	return foundOne + "," + socket[1:], nil, nil
}

// publishHosts is for rank 0.
func (j *Job) publishHosts(found string, several []hostRanks) error {
	for _, h := range several {
		for rank := h.first; rank < h.first+h.count; rank++ {
			if err := j.foreign.put(placeKey+strconv.Itoa(rank), fmt.Sprintf("%d,%d", h.first, h.count)); err != nil {
				return err
			}
		}
	}
	return j.foreign.put(foundKey, found)
}

// place reads what rank 0 has found.
func (j *Job) place() (leader string, hosts *hostRanks, err error) {
	text, err := j.foreign.get(0, foundKey)
	if err != nil {
		return "", nil, fmt.Errorf("nothing from rank 0: %w", err)
	}
	word, rest, _ := strings.Cut(text, ",")
	switch word {
	case foundOne:
		return "@" + rest, nil, nil
	case foundMany:
		text, err = j.foreign.get(0, placeKey+strconv.Itoa(j.Rank))
		if err != nil {
			return "", nil, fmt.Errorf("nothing from rank 0: %w", err)
		}
		first, count, _ := strings.Cut(text, ",")
		h := &hostRanks{}
		h.first, err = strconv.Atoi(first)
		if err == nil {
			h.count, err = strconv.Atoi(count)
		}
		if err == nil && h.first <= j.Rank && j.Rank < h.first+h.count && h.first >= 0 && h.first+h.count <= j.Size {
			return "", h, nil
		}
	case foundMissing:
		return "", nil, fmt.Errorf("nothing from rank %s", rest)
	case foundAgain:
		host, rank, _ := strings.Cut(rest, ",")
		return "", nil, fmt.Errorf("the ranks of host %s have no consecutive numbers (rank %s is there again): have the launcher fill one host after the other, as with mpirun --map-by slot, mpiexec -ppn N or srun -m block",
			host, rank)
	}
	return "", nil, fmt.Errorf("%s has damaged what rank 0 says of the hosts: %s", j.Launcher, brief(text))
}

// groupHosts finds the hosts of a job by the identities of the hosts of all ranks. again is a rank on a host that ranks before it have left, or -1.
func groupHosts(ids []string) (hosts []hostRanks, again int) {
	seen := map[string]bool{}
	for rank, id := range ids {
		if rank > 0 && id == ids[rank-1] {
			hosts[len(hosts)-1].count++
			continue
		}
		if seen[id] {
			return nil, rank
		}
		seen[id] = true
		hosts = append(hosts, hostRanks{rank, 1})
	}
	return hosts, -1
}
