package portals

// Code is what a Portals function returns. The numbers are the program's PTL_*.
type Code int32

// Codes of the specification, then those that Cray's library adds.
const (
	OK Code = iota
	ACIndexInvalid
	EQDropped
	EQEmpty
	EQInvalid
	Fail
	HandleInvalid
	IfaceInvalid
	MDIllegal
	MDInvalid
	MDInUse
	MDNoUpdate
	MEInvalid
	MEInUse
	MEListTooLong
	NIInvalid
	NoInit
	NoSpace
	PIDInvalid
	ProcessInvalid
	PTFull
	PTIndexInvalid
	SegV
	SRIndexInvalid
	UnknownError
	IfaceDup
	ValFailed
	EQInUse
	NALFailed
	IovInvalid
	Codes // how many there are
)
