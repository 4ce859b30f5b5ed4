package seastar

import "gasnetgo/sim"

// What a node's event is about is the type of the actor, so that the kernel's call leads to where it is dealt with, and a processor that predicts where calls lead has
// one to predict. The argument is the address of the pending that it is about, if there is one.
type (
	handlerOver  Node // the firmware is through with a handler
	inHandler    Node // the host's interrupt handler is through with an event, but for what Portals has made of it
	eventOver    Node // and with that
	headerComes  Node // a header packet is there
	trainLeft    Node // the TX DMA engine is through with a train
	trainComes   Node // a train's last packet is there
	trainThrough Node // the RX DMA engine is through with a train
	again        Node // a refused message is to be sent once more
)

func (n *handlerOver) Act(*sim.Kernel, uint64)      { (*Node)(n).handled() }
func (n *inHandler) Act(*sim.Kernel, uint64)        { (*Node)(n).inHandler() }
func (n *eventOver) Act(*sim.Kernel, uint64)        { (*Node)(n).eventDone() }
func (n *headerComes) Act(_ *sim.Kernel, p uint64)  { (*Node)(n).headerThere(at(p)) }
func (n *trainLeft) Act(_ *sim.Kernel, p uint64)    { (*Node)(n).injected(at(p)) }
func (n *trainComes) Act(_ *sim.Kernel, p uint64)   { (*Node)(n).trainThere(at(p)) }
func (n *trainThrough) Act(_ *sim.Kernel, p uint64) { (*Node)(n).deposited(at(p)) }
func (n *again) Act(_ *sim.Kernel, p uint64)        { (*Node)(n).work(transmitCommand, at(p)) }
