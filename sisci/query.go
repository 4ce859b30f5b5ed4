package sisci

// Commands of SCIQuery.
const (
	QueryAdapterCommand uint32 = iota + 1
	QuerySystemCommand
	QueryLocalSegmentCommand
	QueryRemoteSegmentCommand
	QueryMapCommand
	QueryVendor
	QueryAPI
)

// Subcommands for adapters. Those from the last one to adapterQueries have no answer.
const (
	QueryNodeID uint32 = iota + 1
	QueryDMASizeAlignment
	QueryDMAOffsetAlignment
	QueryDMABytes
	QuerySuggestedDMA
	QuerySuggestedBlock
	QueryStreams
	QueryStreamBytes
	QueryConfigured
	QueryLinkOperational
	QueryLinkOK
	QueryNumber
	QueryInstance
	QueryFirmware
	QuerySwitch

	adapterQueries uint32 = 29
)

// Subcommands for the system.
const (
	QueryHostBridge uint32 = iota + 1
	QueryWritePosting
	QueryWriteCombining
)

const bridgeUnknown = 1 // HOSTBRIDGE_UNKNOWN

// queries checks a call that asks.
func (p *Process) queries(flags uint32) Code {
	if !p.initialized {
		return NotInitialized
	}
	return legal(flags, 0, 0)
}

// QueryText is SCIQuery for texts.
func (p *Process) QueryText(command, flags uint32) (string, Code) {
	if code := p.queries(flags); code != OK {
		return "", code
	}
	switch command {
	case QueryVendor:
		return "gasnetgo", OK
	case QueryAPI:
		return "SISCI API 2", OK
	}
	return "", IllegalQuery
}

// QueryAdapter is SCIQuery for an adapter.
func (p *Process) QueryAdapter(adapter, sub, flags uint32) (uint32, Code) {
	code := p.queries(flags)
	if code == OK {
		code = p.node.adapter(adapter)
	}
	if code != OK {
		return 0, code
	}
	a := p.node.config.Adapter
	switch sub {
	case QueryNodeID:
		return p.node.config.Node, OK
	case QueryDMASizeAlignment:
		return uint32(a.DMASize), OK
	case QueryDMAOffsetAlignment:
		return uint32(a.DMAOffset), OK
	case QueryDMABytes:
		return a.DMABytes, OK
	case QuerySuggestedDMA:
		return a.SuggestDMA, OK
	case QuerySuggestedBlock, QueryStreamBytes:
		return a.StreamBytes, OK
	case QueryStreams:
		return a.Streams, OK
	case QueryConfigured, QueryLinkOperational, QueryLinkOK, QueryFirmware:
		return 1, OK
	case QueryNumber, QueryInstance:
		return adapter, OK
	case QuerySwitch:
		return 0, OK
	}
	if sub > 0 && sub <= adapterQueries {
		return 0, NotAvailable
	}
	return 0, IllegalQuery
}

// QuerySystem is SCIQuery for the system: stores are posted, and gathered.
func (p *Process) QuerySystem(sub, flags uint32) (uint32, Code) {
	if code := p.queries(flags); code != OK {
		return 0, code
	}
	switch sub {
	case QueryHostBridge:
		return bridgeUnknown, OK
	case QueryWritePosting, QueryWriteCombining:
		return 1, OK
	}
	return 0, IllegalQuery
}

// QueryLocalSegment is SCIQuery for a segment of this node, which has no address on an IO bus.
func (p *Process) QueryLocalSegment(h Handle, sub, flags uint32) Code {
	_, code := find(p, &p.locals, h)
	return p.unanswered(code, sub, flags)
}

// QueryRemoteSegment is SCIQuery for a connection, likewise.
func (p *Process) QueryRemoteSegment(h Handle, sub, flags uint32) Code {
	_, code := find(p, &p.remotes, h)
	return p.unanswered(code, sub, flags)
}

func (p *Process) unanswered(code Code, sub, flags uint32) Code {
	switch {
	case code != OK:
		return code
	case legal(flags, 0, 0) != OK:
		return legal(flags, 0, 0)
	case sub != 1: // SCI_Q_LOCAL_SEGMENT_IOADDR, SCI_Q_REMOTE_SEGMENT_IOADDR
		return IllegalQuery
	}
	return NotAvailable
}

// QueryMap is SCIQuery for a map: 1 if the segment is this node's.
func (p *Process) QueryMap(h Handle, sub, flags uint32) (uint32, Code) {
	m, code := find(p, &p.maps, h)
	if code == OK {
		code = legal(flags, 0, 0)
	}
	switch {
	case code != OK:
		return 0, code
	case sub != 1 && sub != 2:
		return 0, IllegalQuery
	case m.local != nil || m.remote.connection.node == p.node.config.Node:
		return 1, OK
	}
	return 0, OK
}

// LocalNodeID is SCIGetLocalNodeId.
func (p *Process) LocalNodeID(adapter, flags uint32) (uint32, Code) {
	return p.QueryAdapter(adapter, QueryNodeID, flags)
}

// ProbeNode is SCIProbeNode.
func (p *Process) ProbeNode(sd Handle, adapter, node, flags uint32) (bool, Code) {
	_, code := find(p, &p.descriptors, sd)
	if code == OK {
		code = legal(flags, 0, 0)
	}
	if code == OK {
		code = p.node.adapter(adapter)
	}
	if code == OK {
		_, code = p.node.reach(node)
	}
	return code == OK, code
}
