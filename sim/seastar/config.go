package seastar

import (
	"errors"
	"fmt"

	"gasnetgo/sim"
)

// Config has all parameters of a SeaStar and its software.
type Config struct {
	Accelerated bool // the firmware matches; otherwise the host does, in its interrupt handler

	Inline          uint64   // bytes of payload that ride in the header packet
	Packet          uint64   // bytes
	FIFO            uint64   // bytes of payload that a message may have on its way before its target has taken any
	ReceiveFIFO     uint64   // bytes of payload that a node holds of all messages before their receive commands; the network holds what does not fit
	ReadLatency     sim.Time // of host memory, for the TX DMA engine
	TransmitRate    sim.Rate // at which the TX DMA engine gets payload out of host memory
	DepositRate     sim.Rate // at which the RX DMA engine gets payload into host memory
	Interrupt       sim.Time // host time of an interrupt besides its handler's work
	InterruptReturn float64  // the part of it that follows the handler
	Streams         int      // messages that the RX DMA engine can receive at a time
	Sources         int      // source structures
	TransmitPending int      // pendings that the host manages
	ReceivePending  int      // pendings that the firmware manages

	Exhaustion string   // "go-back-n" or "panic"
	Backoff    sim.Time // before a message that has been refused once is sent again

	// RefusalLimit is for how long a node may refuse all messages of another before that is reported as a livelock; 0: forever.
	RefusalLimit sim.Time

	Host     Host
	Firmware Firmware
}

// Host is what Portals takes of the host's CPU in the interrupt handler, per event.
type Host struct {
	Match  sim.Time // a header: matching with the first entry of the list, START event
	Entry  sim.Time // each further entry that the header passes or matches
	Event  sim.Time // END event, pendings given back
	Send   sim.Time // making an ACK or REPLY, transmit command
	Unlink sim.Time // a match entry or descriptor that is used up and goes
}

// Firmware is the embedded processor's time for a turn of its loop and for its handlers.
type Firmware struct {
	Poll     sim.Time // a turn of the loop before a handler
	Transmit sim.Time // transmit command: lower pending, TX list, programming the TX DMA engine
	Sent     sim.Time // a transmission has ended: event
	Header   sim.Time // header packet: source, pending, header to the host, event
	Receive  sim.Time // receive command: lower pending, programming the RX DMA engine
	Received sim.Time // a deposit has ended: event
	Release  sim.Time // release command: pending back into its pool
	Source   sim.Time // a source structure for a node that has none, besides
	Match    sim.Time // accelerated mode: matching with the first entry of the list, besides Header
	Entry    sim.Time // accelerated mode: each further entry
}

// ErrConfig is an invalid Config.
var ErrConfig = errors.New("invalid SeaStar configuration")

// Check validates a configuration.
func (c *Config) Check() error {
	switch {
	case c.Packet < 1 || c.FIFO < 2*c.Packet:
		return fmt.Errorf("%w: a FIFO of %d bytes has no room for two packets of %d", ErrConfig, c.FIFO, c.Packet)
	case c.ReceiveFIFO < c.FIFO:
		return fmt.Errorf("%w: a receive FIFO of %d bytes is smaller than the FIFO of a message, %d", ErrConfig, c.ReceiveFIFO, c.FIFO)
	case c.TransmitRate <= 0 || c.DepositRate <= 0:
		return fmt.Errorf("%w: DMA without a rate", ErrConfig)
	case !(c.InterruptReturn >= 0 && c.InterruptReturn <= 1): // a NaN is neither
		return fmt.Errorf("%w: interrupt_return %v is not in the range 0 to 1", ErrConfig, c.InterruptReturn)
	case c.Streams < 1 || c.Sources < 1 || c.TransmitPending < 1 || c.ReceivePending < 1:
		return fmt.Errorf("%w: at least one stream, source and pending of each kind is needed", ErrConfig)
	case c.Exhaustion != GoBackN && c.Exhaustion != Panic:
		return fmt.Errorf("%w: exhaustion is %q or %q, not %q", ErrConfig, GoBackN, Panic, c.Exhaustion)
	}
	return nil
}

// Values of Exhaustion.
const (
	GoBackN = "go-back-n"
	Panic   = "panic"
)
