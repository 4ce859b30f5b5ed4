package sisci

import "fmt"

// Code is what a function writes to its sci_error_t. The numbers are the program's SCI_ERR_*.
type Code uint32

// Codes, those of this node first.
const (
	OK                   Code = 0
	Busy                 Code = 0x40000900
	FlagNotImplemented   Code = 0x40000901
	IllegalFlag          Code = 0x40000902
	NoSpace              Code = 0x40000904
	APINoSpace           Code = 0x40000905
	HWNoSpace            Code = 0x40000906
	NotImplemented       Code = 0x40000907
	IllegalAdapter       Code = 0x40000908
	NoSuchAdapter        Code = 0x40000909
	Timeout              Code = 0x4000090a
	OutOfRange           Code = 0x4000090b
	NoSuchSegment        Code = 0x4000090c
	IllegalNode          Code = 0x4000090d
	ConnectionRefused    Code = 0x4000090e
	SegmentNotConnected  Code = 0x4000090f
	SizeAlignment        Code = 0x40000910
	OffsetAlignment      Code = 0x40000911
	IllegalParameter     Code = 0x40000912
	MaxEntries           Code = 0x40000913
	SegmentNotPrepared   Code = 0x40000914
	IllegalAddress       Code = 0x40000915
	IllegalOperation     Code = 0x40000916
	IllegalQuery         Code = 0x40000917
	SegmentIDUsed        Code = 0x40000918
	System               Code = 0x40000919
	Cancelled            Code = 0x4000091a
	NotConnected         Code = 0x4000091b
	NotAvailable         Code = 0x4000091c
	InconsistentVersions Code = 0x4000091d
	CondIntRace          Code = 0x4000091e
	Overflow             Code = 0x4000091f
	NotInitialized       Code = 0x40000920
	Access               Code = 0x40000921
	NotSupported         Code = 0x40000922
	Deprecated           Code = 0x40000923
	DMANotAvailable      Code = 0x40000924
	DMADisabled          Code = 0x40000925
	WouldBlock           Code = 0x40000926
	SemaphoreCount       Code = 0x40000927
	IllegalIRQL          Code = 0x40000928
	InterruptUsed        Code = 0x40000929
	NoSuchNode           Code = 0x40000a00
	NotResponding        Code = 0x40000a02
	NoRemoteLink         Code = 0x40000a04
	NoLink               Code = 0x40000a05
	TransferFailed       Code = 0x40000a06
	RemoteBusy           Code = 0x40000a08
	LocalBusy            Code = 0x40000a09
	AllBusy              Code = 0x40000a0a
	NoSuchInterrupt      Code = 0x40000a0c
)

// codes is the names and texts of all codes.
var codes = map[Code]struct{ name, text string }{
	OK:                   {"SCI_ERR_OK", "no error"},
	Busy:                 {"SCI_ERR_BUSY", "something depends on the object"},
	FlagNotImplemented:   {"SCI_ERR_FLAG_NOT_IMPLEMENTED", "this library does not support the flag"},
	IllegalFlag:          {"SCI_ERR_ILLEGAL_FLAG", "the flag does not belong to the function"},
	NoSpace:              {"SCI_ERR_NOSPC", "no memory, or no space in a queue"},
	APINoSpace:           {"SCI_ERR_API_NOSPC", "too many objects of the library"},
	HWNoSpace:            {"SCI_ERR_HW_NOSPC", "no space in the address translation of the adapter"},
	NotImplemented:       {"SCI_ERR_NOT_IMPLEMENTED", "this library does not have the function"},
	IllegalAdapter:       {"SCI_ERR_ILLEGAL_ADAPTERNO", "no adapter can have this number"},
	NoSuchAdapter:        {"SCI_ERR_NO_SUCH_ADAPTERNO", "the node has no adapter of this number"},
	Timeout:              {"SCI_ERR_TIMEOUT", "the time is over"},
	OutOfRange:           {"SCI_ERR_OUT_OF_RANGE", "the bytes are not inside the segment or map"},
	NoSuchSegment:        {"SCI_ERR_NO_SUCH_SEGMENT", "the node has no segment of this id, or it is not available"},
	IllegalNode:          {"SCI_ERR_ILLEGAL_NODEID", "no node can have this id"},
	ConnectionRefused:    {"SCI_ERR_CONNECTION_REFUSED", "the owner accepts no connection, or no more"},
	SegmentNotConnected:  {"SCI_ERR_SEGMENT_NOT_CONNECTED", "the connection is not there yet, or has ended"},
	SizeAlignment:        {"SCI_ERR_SIZE_ALIGNMENT", "the size is 0, or no multiple of what it must be"},
	OffsetAlignment:      {"SCI_ERR_OFFSET_ALIGNMENT", "the offset is no multiple of what it must be"},
	IllegalParameter:     {"SCI_ERR_ILLEGAL_PARAMETER", "an argument is NULL, is no object of its type, or one that has been removed"},
	MaxEntries:           {"SCI_ERR_MAX_ENTRIES", "the DMA queue has as many transfers as it can have"},
	SegmentNotPrepared:   {"SCI_ERR_SEGMENT_NOT_PREPARED", "the segment has not been prepared"},
	IllegalAddress:       {"SCI_ERR_ILLEGAL_ADDRESS", "no memory can be there"},
	IllegalOperation:     {"SCI_ERR_ILLEGAL_OPERATION", "the state of the object does not allow the call"},
	IllegalQuery:         {"SCI_ERR_ILLEGAL_QUERY", "no query has this code"},
	SegmentIDUsed:        {"SCI_ERR_SEGMENTID_USED", "the node has a segment of this id"},
	System:               {"SCI_ERR_SYSTEM", "the operating system refused"},
	Cancelled:            {"SCI_ERR_CANCELLED", "the object was removed while the call waited, or the transfer was aborted"},
	NotConnected:         {"SCI_ERR_NOT_CONNECTED", "the owner of the interrupt has removed it, or has ended"},
	NotAvailable:         {"SCI_ERR_NOT_AVAILABLE", "this machine has no answer to the query"},
	InconsistentVersions: {"SCI_ERR_INCONSISTENT_VERSIONS", "library and driver do not belong together"},
	CondIntRace:          {"SCI_ERR_COND_INT_RACE_PROBLEM", "a conditional interrupt was triggered while it was changed"},
	Overflow:             {"SCI_ERR_OVERFLOW", "events were lost, or the buffer is too small for the data"},
	NotInitialized:       {"SCI_ERR_NOT_INITIALIZED", "SCIInitialize has not been called, or SCITerminate has"},
	Access:               {"SCI_ERR_ACCESS", "the owner has not shared the segment"},
	NotSupported:         {"SCI_ERR_NOT_SUPPORTED", "this machine cannot do it"},
	Deprecated:           {"SCI_ERR_DEPRECATED", "the function is no longer supported"},
	DMANotAvailable:      {"SCI_ERR_DMA_NOT_AVAILABLE", "there is no DMA engine"},
	DMADisabled:          {"SCI_ERR_DMA_DISABLED", "the DMA engine is disabled"},
	WouldBlock:           {"SCI_ERR_EWOULD_BLOCK", "the call would have to wait"},
	SemaphoreCount:       {"SCI_ERR_SEMAPHORE_COUNT_EXCEEDED", "a semaphore has been raised too often"},
	IllegalIRQL:          {"SCI_ERR_IRQL_ILLEGAL", "the call is not allowed at this interrupt level"},
	InterruptUsed:        {"SCI_ERR_INTNO_USED", "the node has an interrupt of this number"},
	NoSuchNode:           {"SCI_ERR_NO_SUCH_NODEID", "no node answers to this id"},
	NotResponding:        {"SCI_ERR_NODE_NOT_RESPONDING", "the node has ended"},
	NoRemoteLink:         {"SCI_ERR_NO_REMOTE_LINK_ACCESS", "the link of the other node does not work"},
	NoLink:               {"SCI_ERR_NO_LINK_ACCESS", "the link of this node does not work"},
	TransferFailed:       {"SCI_ERR_TRANSFER_FAILED", "the data has not arrived"},
	RemoteBusy:           {"SCI_ERR_REMOTE_BUSY", "the resource is in use on the other node"},
	LocalBusy:            {"SCI_ERR_LOCAL_BUSY", "the resource is in use on this node"},
	AllBusy:              {"SCI_ERR_ALL_BUSY", "the resource is in use on both nodes"},
	NoSuchInterrupt:      {"SCI_ERR_NO_SUCH_INTNO", "the node has no interrupt of this number"},
}

// String is the name of a code in C.
func (c Code) String() string {
	if known, ok := codes[c]; ok {
		return known.name
	}
	return fmt.Sprintf("%#x", uint32(c))
}

// Text is what SCIGetErrorString returns: name and meaning.
func (c Code) Text() string {
	if known, ok := codes[c]; ok {
		return known.name + ": " + known.text
	}
	return fmt.Sprintf("%#x is no code of SISCI", uint32(c))
}
