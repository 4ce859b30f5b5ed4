package capi

/*
#include <stddef.h>
#include "shmem/group.h"
#include "plane/layout.h"
*/
import "C"

import (
	"unsafe"

	"gasnetgo/node"
	"gasnetgo/shmem"
)

// The memory file as Go lays it out and as the C data plane reads it: these lines do not compile when the two differ.
var (
	_ [C.GA_PAGE]byte = [node.Page]byte{}
	_ [C.GA_LINE]byte = [node.Line]byte{}

	_ [C.GA_TEAM_SLOTS]byte                                             = [shmem.TeamSlots]byte{}
	_ [C.GA_SETS]byte                                                   = [shmem.MostActiveSets]byte{}
	_ [C.GA_SLOT_BYTES]byte                                             = [shmem.CollectiveSlot]byte{}
	_ [uint(C.GA_CALL_SHIFT)<<8 | uint(C.GA_CALLS)]byte                 = [uint(shmem.CallBits)<<8 | uint(shmem.CallsKept)]byte{}
	_ [unsafe.Offsetof(C.struct_ga_slot{}.calls)]byte                   = [shmem.CallsAt]byte{}
	_ [unsafe.Offsetof(C.struct_ga_slot{}.call)]byte                    = [shmem.RecordsAt]byte{}
	_ [C.GA_ARRIVED_AT]byte                                             = [shmem.ArrivedAt]byte{}
	_ [uint(C.GA_ALGORITHM_LINEAR)<<8 | uint(C.GA_ALGORITHM_SPLIT)]byte = [uint(shmem.Linear)<<8 | uint(shmem.Split)]byte{}

	_ [unsafe.Sizeof(node.Block{})]byte                = [unsafe.Sizeof(C.struct_ga_node_block{})]byte{}
	_ [unsafe.Offsetof(node.Block{}.MailboxBytes)]byte = [unsafe.Offsetof(C.struct_ga_node_block{}.mailbox_bytes)]byte{}
	_ [unsafe.Offsetof(node.Block{}.Top)]byte          = [unsafe.Offsetof(C.struct_ga_node_block{}.top)]byte{}
	_ [unsafe.Offsetof(node.Block{}.Gone)]byte         = [unsafe.Offsetof(C.struct_ga_node_block{}.gone)]byte{}
	_ [unsafe.Offsetof(node.Block{}.Count)]byte        = [unsafe.Offsetof(C.struct_ga_node_block{}.count)]byte{}
	_ [unsafe.Offsetof(node.Block{}.Gen)]byte          = [unsafe.Offsetof(C.struct_ga_node_block{}.gen)]byte{}
	_ [unsafe.Offsetof(node.Block{}.Sleepers)]byte     = [unsafe.Offsetof(C.struct_ga_node_block{}.sleepers)]byte{}
	_ [unsafe.Offsetof(node.Block{}.Moved)]byte        = [unsafe.Offsetof(C.struct_ga_node_block{}.moved)]byte{}
	_ [unsafe.Offsetof(node.Block{}.Segments)]byte     = [unsafe.Offsetof(C.struct_ga_node_block{}.segment)]byte{}
	_ [unsafe.Sizeof(node.SegmentEntry{})]byte         = [unsafe.Sizeof(C.struct_ga_segment{})]byte{}

	_ [unsafe.Sizeof(node.RankBlock{})]byte            = [unsafe.Sizeof(C.struct_ga_rank_block{})]byte{}
	_ [unsafe.Offsetof(node.RankBlock{}.Gone)]byte     = [unsafe.Offsetof(C.struct_ga_rank_block{}.gone)]byte{}
	_ [unsafe.Offsetof(node.RankBlock{}.Sleeping)]byte = [unsafe.Offsetof(C.struct_ga_rank_block{}.sleeping)]byte{}
	_ [unsafe.Offsetof(node.RankBlock{}.Bell)]byte     = [unsafe.Offsetof(C.struct_ga_rank_block{}.bell)]byte{}
	_ [unsafe.Offsetof(node.RankBlock{}.Epoch)]byte    = [unsafe.Offsetof(C.struct_ga_rank_block{}.epoch)]byte{}
	_ [unsafe.Offsetof(node.RankBlock{}.Round)]byte    = [unsafe.Offsetof(C.struct_ga_rank_block{}.round)]byte{}
	_ [unsafe.Offsetof(node.RankBlock{}.Mailbox)]byte  = [unsafe.Offsetof(C.struct_ga_rank_block{}.mailbox)]byte{}
	_ [unsafe.Offsetof(node.RankBlock{}.Exchange)]byte = [unsafe.Offsetof(C.struct_ga_rank_block{}.exchange)]byte{}
	_ [unsafe.Offsetof(node.RankBlock{}.Service)]byte  = [unsafe.Offsetof(C.struct_ga_rank_block{}.service)]byte{}
	_ [unsafe.Offsetof(node.RankBlock{}.Endpoint)]byte = [unsafe.Offsetof(C.struct_ga_rank_block{}.endpoint)]byte{}
	_ [unsafe.Offsetof(node.RankBlock{}.Claim)]byte    = [unsafe.Offsetof(C.struct_ga_rank_block{}.claim)]byte{}
	_ [unsafe.Sizeof(node.Service{})]byte              = [unsafe.Sizeof(C.struct_ga_service{})]byte{}
	_ [unsafe.Offsetof(node.Service{}.Polled)]byte     = [unsafe.Offsetof(C.struct_ga_service{}.polled)]byte{}
	_ [unsafe.Offsetof(node.Service{}.Bell)]byte       = [unsafe.Offsetof(C.struct_ga_service{}.bell)]byte{}
	_ [unsafe.Sizeof(node.Mailbox{})]byte              = [unsafe.Sizeof(C.struct_ga_mailbox{})]byte{}
)
