package job

import (
	"fmt"
	"strconv"
	"strings"
)

const fenceCommand = "kvs-fence"

// pmi2 speaks PMI-2's wire protocol: six characters of length, then cmd=...;key=value; with ; doubled inside values.
type pmi2 struct {
	w          *wire
	rank, size int
	job        string
}

// newPMI2 continues after init with fullinit.
func newPMI2(w *wire, job string, rank int) (*pmi2, error) {
	p := &pmi2{w: w, job: job}
	reply, err := p.ask("fullinit", "pmijobid", job, "pmirank", strconv.Itoa(rank), "threaded", "FALSE")
	if err != nil {
		return nil, err
	}
	p.rank, err = strconv.Atoi(reply["rank"])
	if err == nil {
		p.size, err = strconv.Atoi(reply["size"])
	}
	if err != nil {
		return nil, fmt.Errorf("the PMI-2 server gave rank=%q size=%q", reply["rank"], reply["size"])
	}
	if p.job == "" {
		reply, err = p.ask("job-getid")
		p.job = reply["jobid"]
	}
	return p, err
}

// ask sends one command of key, value pairs and returns the fields of its reply. It blocks for the reply.
func (p *pmi2) ask(command string, pairs ...string) (map[string]string, error) {
	var b strings.Builder
	b.WriteString("cmd=" + command + ";")
	for i := 0; i+1 < len(pairs); i += 2 {
		b.WriteString(pairs[i] + "=" + strings.ReplaceAll(pairs[i+1], ";", ";;") + ";")
	}
	p.w.begin(command == fenceCommand)
	if err := p.w.write(fmt.Sprintf("%6d%s", b.Len(), b.String())); err != nil {
		return nil, err
	}
	head, err := p.w.exactly(6)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSpace(head))
	if err != nil || n < 0 || n > mostText {
		return nil, fmt.Errorf("the PMI-2 server sent %q where a length belongs", head)
	}
	body, err := p.w.exactly(n)
	if err != nil {
		return nil, err
	}
	reply := pmi2Fields(body)
	if reply["cmd"] != command+"-response" {
		return nil, fmt.Errorf("the PMI-2 server answered %s to %s", brief(body), command)
	}
	return reply, pmiResult(reply, nil, command)
}

// pmi2Fields splits at single semicolons.
func pmi2Fields(body string) map[string]string {
	const doubled = "\x00"
	fields := map[string]string{}
	for _, pair := range strings.Split(strings.ReplaceAll(body, ";;", doubled), ";") {
		if key, value, ok := strings.Cut(pair, "="); ok {
			fields[key] = strings.ReplaceAll(value, doubled, ";")
		}
	}
	return fields
}

func (p *pmi2) who() (rank, size int) { return p.rank, p.size }

func (p *pmi2) put(key, value string) error {
	_, err := p.ask("kvs-put", "key", key, "value", value)
	return err
}

func (p *pmi2) fence() error {
	_, err := p.ask(fenceCommand)
	return err
}

func (p *pmi2) startOver() { p.w.started = true }

func (p *pmi2) get(rank int, key string) (string, error) {
	reply, err := p.ask("kvs-get", "jobid", p.job, "srcid", strconv.Itoa(rank), "key", key)
	if err == nil && !strings.EqualFold(reply["flag"], "TRUE") && reply["found"] != "TRUE" {
		err = fmt.Errorf("the PMI-2 server knows no %s of rank %d", key, rank)
	}
	return reply["value"], err
}

func (p *pmi2) finalize() error {
	_, err := p.ask("finalize")
	return goodbye(err)
}

// abort sends nothing: PMI-2's abort has no field for a status and the launcher would make one up. All ranks leave by themselves with the status
// that is in the exit word, and that is what the launcher then sees.
func (p *pmi2) abort(int, string) error { return nil }
