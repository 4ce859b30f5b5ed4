package ctests

import (
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestARMCIMistakes: a mistake that has no code ends the job with one line that names function, argument and value. Remote memory that is not allocated is found by
// the caller, which also says what is allocated nearby; the target is not disturbed.
func TestARMCIMistakes(t *testing.T) {
	path := at.program.get(t, "testdata/armci_ends.c", plain)
	for what, says := range armciMistakes() {
		t.Run(what, func(t *testing.T) {
			o := job{np: 2, args: []string{what}, timeout: 30 * time.Second}.run(t, path)
			require.Equal(t, 1, o.status, "%v", o)
			require.Regexp(t, regexp.MustCompile(`(?m)^gasnetgo: rank \d of 2: `+says), o.err)
		})
	}
}

// armciMistakes are what the line of a mistake matches, by argument of the program.
func armciMistakes() map[string]string {
	const (
		hex     = `0x[0-9a-f]+`
		outside = hex + `: \d+ bytes there are not in an allocation of process 1; the allocations of process 1 nearby are ` + hex + `\.\.` + hex
		foreign = hex + `: not the start of memory that this process has allocated`
	)
	return map[string]string{
		"early":        `ARMCI_Malloc: called before ARMCI_Init`,
		"get":          `ARMCI_Get: src = ` + outside,
		"across":       `ARMCI_Get: src = ` + outside,
		"wild":         `ARMCI_Put: dst = ` + outside,
		"past":         `ARMCI_Put: dst = ` + outside,
		"past get":     `ARMCI_Get: src = ` + outside,
		"past strided": `ARMCI_PutS: dst = ` + outside,
		"past acc":     `ARMCI_Acc: dst = ` + outside,
		"past rmw":     `ARMCI_Rmw: prem = ` + outside,
		"past flag":    `ARMCI_Put_flag: flag = ` + outside,
		"acc":          `ARMCI_Acc: dst = ` + outside,
		"strided":      `ARMCI_PutS: dst = ` + outside,
		"vector":       `ARMCI_PutV: dst = ` + outside,
		"rmw":          `ARMCI_Rmw: prem = ` + outside,
		"odd rmw":      `ARMCI_Rmw: prem = ` + hex + `: not a multiple of the 8 bytes of the operand`,
		"flag":         `ARMCI_Put_flag: flag = ` + outside,
		"freed":        `ARMCI_Get: src = ` + outside,
		"value":        `ARMCI_GetValueInt: proc = 9: not in 0\.\.1`,
		"inside":       `ARMCI_Free: ptr = ` + foreign,
		"theirs":       `ARMCI_Free: ptr = ` + foreign,
		"local":        `ARMCI_Free_local: ptr = ` + foreign,
		"again":        `ARMCI_Free_local: ptr = ` + foreign,
		"memory":       `ARMCI_Malloc_local: bytes = 1152921504606846976: out of memory: \d+ of \d+ bytes are free \(GASNETGO_ARMCI_MEMORY changes this\)`,
		"all memory":   `ARMCI_Malloc: bytes = 1152921504606846976: out of memory: \d+ of \d+ bytes are free`,
		"negative":     `ARMCI_Malloc_local: bytes = -5: negative`,
		"no array":     `ARMCI_Malloc: ptr_arr = NULL: `,
		"memget":       `ARMCI_Memget: bytes = 0: not above 0`,
		"memat":        `ARMCI_Memat: meminfo = NULL`,
		"group":        `ARMCI_Malloc_group: group = 77: no such group`,
		"world":        `ARMCI_Group_free: group = 0: the group of all processes stays`,
		"outsider":     `armci_msg_group_barrier: group = \d+: process 0 is not a member`,
		"list":         `ARMCI_Group_create: pid_list = 2: not in 0\.\.1`,
		"many":         `ARMCI_Group_create: n = 3: not in 0\.\.2`,
		"doubled":      `ARMCI_Group_create: pid_list = 1: listed twice`,
		"absolute":     `ARMCI_Absolute_id: group_rank = 5: not in 0\.\.1`,
		"lock proc":    `ARMCI_Lock: proc = 2: not in 0\.\.1`,
		"no mutexes":   `ARMCI_Lock: there are no mutexes: ARMCI_Create_mutexes comes first`,
		"less":         `ARMCIX_Create_mutexes_hdl: num = -1: negative`,
		"snd":          `armci_msg_snd: to = 2: not in 0\.\.1`,
		"snd less":     `armci_msg_snd: len = -8: negative`,
		"rcv":          `armci_msg_rcv: from = -3: not in 0\.\.1`,
		"long":         `armci_msg_rcv: buflen = 8: process 0 has sent 16 bytes with tag 1`,
		"root":         `armci_msg_bcast: root = 2: not a member of the group`,
		"op":           `armci_msg_igop: op = average: not "\+"`,
		"real or":      `armci_msg_dgop: op = or: not "\+"`,
		"type":         `armci_msg_gop_scope: type = 5: not ARMCI_INT`,
		"sel":          `armci_msg_sel_scope: n = 2: less than the 4 bytes of the key`,
		"fence":        `ARMCI_Fence: proc = 2: not in 0\.\.1`,
		"notify":       `armci_notify: proc = -1: not in 0\.\.1`,
		"gpc":          `ARMCI_Gpc_exec: h = 9: no such function`,
		"levels":       `armci_stride_info_init: stride_levels = 9: not in 0\.\.8`,
	}
}
