package seastar

// What a node's event is about is the type of the actor, so that the kernel's call leads to where it is dealt with, and a processor that predicts where calls lead has
// one to predict, and little behind it. The argument is the address of the pending that it is about.
type (
	receiveHandled    Node // the firmware is through with a handler
	headerHandled     Node
	listWalked        Node // in accelerated mode, if the header does not match the first entry
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
	creditComes  Node // a train is gone from the network
	refusalComes Node // a refusal is there
	again        Node // a refused message is to be sent again
)

// What comes from other nodes implements sim.Placed.

func (x *headerComes) NodeOf(uint64) int  { return int(x.id) }
func (x *trainComes) NodeOf(uint64) int   { return int(x.id) }
func (x *creditComes) NodeOf(uint64) int  { return int(x.id) }
func (x *refusalComes) NodeOf(uint64) int { return int(x.id) }
