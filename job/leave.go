package job

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Elsewhere reaches the ranks of other hosts.
type Elsewhere interface {
	// End tells the other hosts how the job has ended, and waits until their ranks are over, or have ended the job themselves. It reports whether all of them have
	// answered. If one of them has ended the job here, it does nothing and reports true. It blocks for at most bound.
	End(e Ending, bound time.Duration) bool

	// Asked reports whether the rank of another host has ended the job here. It does not block.
	Asked() bool

	// Over tells that rank, if there is one and this is the first rank of its host, that the others are over. It blocks for less than a second.
	Over()
}

// Reach has Leave end the job on other hosts, if a foreign launcher has started it; nil: each host ends by itself.
func (j *Job) Reach(e Elsewhere) {
	if e == nil {
		j.elsewhere.Store(nil)
		return
	}
	j.elsewhere.Store(&e)
}

// Leave prepares a rank's exit once the job has ended: call it when WaitEnd has returned, after flushing output, and exit the process with the status that it
// returns. It blocks for less than a second, or two where other hosts do not answer.
//
// Under our own launcher that status is in the exit word. A process that started its own peers waits for them, since the shell sees only its status. Under a
// foreign launcher the first non-zero exit makes that launcher kill the rest and often report the kill: so all ranks except the one that ended the job leave
// first and with 0, and that one leaves last, with the status. Ranks that are still there then are left to the launcher.
func (j *Job) Leave() int {
	ending, over := j.control.Ended()
	if !over {
		status, _ := j.Close()
		return status
	}
	status := ending.Status
	if status == 0 && ending.Cause != CauseGlobalExit && ending.Cause != CauseLeft {
		status = 1
	}
	switch {
	case j.peers != nil:
		worst, _ := j.Close()
		return worst
	case !j.outside:
		return status
	case j.SpansHosts() && (ending.Cause != CauseLeft || j.elsewhere.Load() != nil):
		return j.leaveHosts(ending, status)
	case status == 0:
		_, _ = j.Close()
		return 0
	case ending.Rank != j.Rank:
		_, _ = j.Close()
		return 0
	}
	if j.othersOver(time.Now().Add(leaveBound)) {
		_, _ = j.Close() // Hydra counts a connection that breaks off as status 1
	} else {
		_ = j.AbortForeign(status, ending.Line)
	}
	return status
}

// leaveHosts is Leave for a job on several hosts that a foreign launcher has started. Before the network between the hosts is there, only the launcher reaches them.
func (j *Job) leaveHosts(ending Ending, status int) int {
	reach := j.elsewhere.Load()
	over := reach != nil
	ends := ending.Rank == j.Rank
	if ends && over && !j.follows.Load() {
		over = (*reach).End(ending, farBound)
	}
	if ends || j.Rank == j.LocalFirst && reach != nil && (*reach).Asked() {
		over = j.othersOver(time.Now().Add(leaveBound)) && over
	}
	if reach != nil {
		(*reach).Over()
	}
	if !ends || over || ending.Cause == CauseLeft { // those who are late with gasnet_exit decide by themselves
		_, _ = j.Close()
	} else {
		_ = j.AbortForeign(status, ending.Line)
	}
	if !ends {
		return 0
	}
	return status
}

// Exit is how a rank goes by itself: call it when the process is about to leave with status, and leave with the one it answers. It blocks like
// Close. What a launcher notices from outside, a process that started its own peers has to tell them: that it failed, or left in the
// middle, which ends the job, since otherwise they would wait for it and it for them.
func (j *Job) Exit(status int) (int, error) {
	if j.peers != nil {
		line := ""
		switch {
		case status != 0 && j.control.State(j.Rank) != Detached:
			line = fmt.Sprintf("rank %d (pid %d) exited with status %d; ending the job", j.Rank, os.Getpid(), status)
		case j.control.State(j.Rank) == Active:
			line, status = fmt.Sprintf("rank %d (pid %d) exited with status 0 without finalizing; ending the job", j.Rank, os.Getpid()), 1
		}
		if line != "" {
			j.control.End(Ending{CauseExit, j.Rank, status, line}, j.report)
		}
	}
	worst, err := j.Close()
	return max(status, worst), err
}

// leaveBound is how long the last one waits for the others: what a rank may take to flush its output.
const leaveBound = 400 * time.Millisecond

// farBound is how long the rank that has ended the job waits for other hosts: leaveBound, and their answers.
const farBound = 1500 * time.Millisecond

// othersOver waits until the processes of all other ranks of the job are over.
func (j *Job) othersOver(deadline time.Time) bool {
	pause := unix.NsecToTimespec(int64(time.Millisecond))
	for {
		if over, err := j.control.OthersOver(); err != nil || over {
			return err == nil
		}
		if time.Now().After(deadline) {
			return false
		}
		_ = unix.Nanosleep(&pause, nil)
	}
}
