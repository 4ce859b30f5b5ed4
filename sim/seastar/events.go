package seastar

import "gasnetgo/sim"

// What a node's event is about is the type of the actor, so that the kernel's call leads to where it is dealt with, and a processor that predicts where calls lead has
// one to predict, and little behind it. The argument is the address of the pending that it is about.
type (
	receiveHandled    Node // the firmware is through with a handler
	headerHandled     Node
	sentHandled       Node
	receiveCommanded  Node
	transmitCommanded Node

	arrivedInHost  Node // the host's interrupt handler is through with an event, but for what Portals has made of it
	receivedInHost Node
	sentInHost     Node
	eventOver      Node // and with that

	headerComes  Node // a header packet is there
	trainLeft    Node // the TX DMA engine is through with a train
	trainComes   Node // a train's last packet is there
	trainThrough Node // the RX DMA engine is through with a train
	again        Node // a refused message is to be sent once more
)

func (n *receiveHandled) Act(_ *sim.Kernel, a uint64)    { (*Node)(n).receiveHandled(at(a)) }
func (n *headerHandled) Act(_ *sim.Kernel, a uint64)     { (*Node)(n).headerHandled(at(a)) }
func (n *sentHandled) Act(_ *sim.Kernel, a uint64)       { (*Node)(n).sentHandled(at(a)) }
func (n *receiveCommanded) Act(_ *sim.Kernel, a uint64)  { (*Node)(n).receiveCommanded(at(a)) }
func (n *transmitCommanded) Act(_ *sim.Kernel, a uint64) { (*Node)(n).transmitCommanded(at(a)) }

func (n *arrivedInHost) Act(_ *sim.Kernel, a uint64)  { (*Node)(n).arrivedInHost(at(a)) }
func (n *receivedInHost) Act(_ *sim.Kernel, a uint64) { (*Node)(n).receivedInHost(at(a)) }
func (n *sentInHost) Act(_ *sim.Kernel, a uint64)     { (*Node)(n).sentInHost(at(a)) }
func (n *eventOver) Act(_ *sim.Kernel, a uint64)      { (*Node)(n).eventOver(at(a)) }

func (n *headerComes) Act(_ *sim.Kernel, a uint64)  { (*Node)(n).headerThere(at(a)) }
func (n *trainLeft) Act(_ *sim.Kernel, a uint64)    { (*Node)(n).injected(at(a)) }
func (n *trainComes) Act(_ *sim.Kernel, a uint64)   { (*Node)(n).trainThere(at(a)) }
func (n *trainThrough) Act(_ *sim.Kernel, a uint64) { (*Node)(n).deposited(at(a)) }
func (n *again) Act(_ *sim.Kernel, a uint64)        { (*Node)(n).commandTransmit(at(a)) }
