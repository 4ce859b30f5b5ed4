// Package sci is a cluster of Scalable Coherent Interface (IEEE 1596): nodes with a PCI adapter each, on a torus of rings. It is a kind of network of sim/fabric, and
// offers what a library of shared memory needs besides messages: stores, loads, transfers of a DMA engine ([Adapter]).
//
//	config.go    parameters
//	sections.go  the kind of network: its sections of a machine file
//	network.go   adapters and rings; the fabric's interface
//	packet.go    requests, responses, echoes, and their pool
//	ring.go      a link controller's output: its own packets, packets that pass, echoes
//	share.go     how nodes of a ring share a link that is full
//	intake.go    a link controller's input: which packets it accepts, which it has sent again
//	blink.go     the bus between the link controllers and the bridge of an adapter
//	pci.go       the bus between the bridge and the host
//	stream.go    stream buffers of a bridge: gathering, packets without response
//	store.go     stores of the processor, store barriers
//	load.go      loads of the processor
//	dma.go       the DMA engine
//	target.go    a bridge as the target of requests
//	message.go   the driver's messages, which are the fabric's
//	device.go    the parts, counters and links that can be observed
//
// A store of the processor passes through these:
//
//	PCI bus       the host's bridge stores a few bytes at a time into a stream buffer of the adapter
//	stream        is full, or was not stored into for some time: it becomes one request of 64 bytes, or some of 16
//	B-Link        to the link controller of a ring
//	ring          a controller that has nothing to pass on begins to send. Each node on the way passes the request on, through its bypass FIFO if it is sending itself.
//	              The target takes it off the ring and puts an echo in its place. If the target has no space, the echo says so, and the source sends the request again
//	B-Link        to the bridge; if it has to turn into another ring, to the controller of that
//	PCI bus       into memory. Now other processors see it
//	              a response goes back in the same way, with an echo of its own, and frees the stream
//
// All effects on another node take the latency of a link at least, and run behind the events of that node at the same time, in the order of links (sim.Kernel.AtFrom). So
// results do not depend on the order in which nodes are simulated.
package sci
