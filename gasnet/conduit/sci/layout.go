package sci

// A command segment belongs to one sender, which alone writes to it: two requests, then the replies to the two requests that its owner has sent back.
const (
	pairs = 2         // requests to a rank whose replies have not been handled
	slots = 2 * pairs // messages of a command segment: slot k is a request, slot pairs + k the reply to the request in slot k

	slotBytes    = 1024
	headerBytes  = 80
	commandBytes = slots * slotBytes
)

// MaxMedium is the payload that a slot has room for, in bytes.
const MaxMedium = slotBytes - headerBytes

// flag is a message ready flag: the kind of message that is in a slot. The paper gives the numbers.
type flag byte

const (
	noMessage flag = 0
	isShort   flag = 10
	isMedium  flag = 11
	isLong    flag = 12
	isControl flag = 13 // no message: the request of that slot has been handled, and has no reply

	isSummed flag = 0x40 // besides: the flag may be visible before the command message, which has a checksum
)

// summed reports whether a message has a checksum.
func (f flag) summed() bool { return f >= isShort|isSummed && f <= isLong|isSummed }

// exists is the value of the message exist flag when there may be a message.
const exists = 1

// A rank's segment of flags has the message ready flags, by sender and slot, and then the message exist flag.
func readyFlag(sender, slot int) uint64 { return uint64(sender*slots + slot) }
func existFlag(ranks int) uint64        { return uint64(ranks * slots) }
func flagBytes(ranks int) uint64        { return existFlag(ranks) + 1 }

// MostRanks is how many ranks ids of segments have room for.
const MostRanks = 1<<idShift - 3

const idShift = 16

// Ids of a rank's segments.
func commandID(owner, sender int) uint32 { return uint32(owner)<<idShift | uint32(sender) }
func flagsID(owner, ranks int) uint32    { return uint32(owner)<<idShift | uint32(ranks) }
func payloadID(owner, ranks int) uint32  { return uint32(owner)<<idShift | uint32(ranks+1) }
func stagingID(owner, ranks int) uint32  { return uint32(owner)<<idShift | uint32(ranks+2) }

// slotAt is where a slot begins in a command segment, and payloadAt its payload: aligned to 16 bytes.
func slotAt(slot int) uint64    { return uint64(slot) * slotBytes }
func payloadAt(slot int) uint64 { return slotAt(slot) + headerBytes }
