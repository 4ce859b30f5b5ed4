package sp

import (
	"errors"

	"gasnetgo/sim"
)

// Config is the parameters of a network.
type Config struct {
	Nodes int

	Link sim.Rate // of a link of the switch, in one direction
	Chip sim.Time // that the first byte of a packet takes through a chip

	Read, Write sim.Rate // of the adapter, from memory of the host and to it
	Send        sim.Time // of the adapter, for each packet that it sends, besides
	Receive     sim.Time // for each one that it receives
	SendFIFO    int      // packets that wait for the adapter

	Loss float64 // probability that a packet is lost
	Seed uint64
}

// Check validates a configuration.
func (c *Config) Check() error {
	switch {
	case c.SendFIFO < 1:
		return errors.New("send_fifo: at least one packet")
	case !(c.Loss >= 0 && c.Loss < 1): // a NaN is neither
		return errors.New("loss: a probability, less than 1")
	}
	return nil
}
