package stats

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"gasnetgo/sim/fabric"
)

// Read reads what JSON has written. Titles of counters, which JSON does not have, are their keys.
func Read(in io.Reader) (*Report, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	r := new(Report)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("not a file that gasnetgo run --stats=FILE writes: %w", err)
	}
	if r.Program == "" || len(r.Ranks) == 0 {
		return nil, errors.New("not a file that gasnetgo run --stats=FILE writes: it has no program or no ranks")
	}
	for i, v := range r.Ranks {
		if v.Rank != i || v.Node < 0 {
			return nil, fmt.Errorf("not a file that gasnetgo run --stats=FILE writes: entry %d of ranks is rank %d on node %d", i, v.Rank, v.Node)
		}
	}
	return r, nil
}

// UnmarshalJSON reads the counters in their order.
func (n *Node) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.New("a node is an object")
	}
	*n = Node{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		switch key {
		case "node":
			err = d.Decode(&n.Node)
		case "place":
			err = d.Decode(&n.Place)
		default:
			name, _ := key.(string) // a key is a string
			c := Counter{Counter: fabric.Counter{Key: name, Title: name}}
			err = d.Decode(&c.Value)
			n.Counters = append(n.Counters, c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
