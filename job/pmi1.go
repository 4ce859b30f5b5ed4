package job

import (
	"errors"
	"fmt"
	"strconv"
)

// pmi1 speaks PMI-1's simple wire protocol: lines of cmd=... key=value, one reply to each.
type pmi1 struct {
	w          *wire
	rank, size int
	space      string // name of the key-value space
}

// newPMI1 continues after init. PMI-1 has no question for rank and size: they are in the environment, or came with the connection.
func newPMI1(w *wire, rank, size int) (*pmi1, error) {
	p := &pmi1{w: w, rank: rank, size: size}
	reply, err := w.ask("cmd=get_my_kvsname", "my_kvsname")
	if err != nil {
		return nil, err
	}
	if p.space = reply["kvsname"]; p.space == "" {
		return nil, errors.New("the PMI server gave no kvsname")
	}
	return p, nil
}

func (p *pmi1) who() (rank, size int) { return p.rank, p.size }

func (p *pmi1) put(key, value string) error {
	reply, err := p.w.ask(fmt.Sprintf("cmd=put kvsname=%s key=%s value=%s", p.space, key, value), "put_result")
	return pmiResult(reply, err, "put "+key)
}

func (p *pmi1) fence() error {
	p.w.begin(true)
	_, err := p.w.talk("cmd=barrier_in", "barrier_out")
	return err
}

func (p *pmi1) startOver() { p.w.started = true }

func (p *pmi1) get(_ int, key string) (string, error) {
	reply, err := p.w.ask(fmt.Sprintf("cmd=get kvsname=%s key=%s", p.space, key), "get_result")
	return reply["value"], pmiResult(reply, err, "get "+key)
}

func (p *pmi1) finalize() error {
	_, err := p.w.ask("cmd=finalize", "finalize_ack")
	return goodbye(err)
}

// abort is the one command without a reply: the launcher kills.
func (p *pmi1) abort(status int, _ string) error {
	p.w.begin(false)
	return p.w.write("cmd=abort exitcode=" + strconv.Itoa(status) + "\n")
}

// pmiResult is the error of a reply that has rc=.
func pmiResult(reply map[string]string, err error, what string) error {
	if err != nil || reply["rc"] == "0" {
		return err
	}
	return fmt.Errorf("the PMI server refused to %s: rc=%s %s", what, reply["rc"], reply["msg"]+reply["errmsg"])
}
