package ctests

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestLAPIBadAddress: where an operation of one task leads to memory that another one does not have, a line names the operation, whose it is and its argument, not the call in
// which it was noticed, and it is not the library's fault. A put in shared memory and a handler crash as the program's own code would, after such a line.
func TestLAPIBadAddress(t *testing.T) {
	path := at.program.get(t, "testdata/lapi_bad_address.c", plain)
	says := map[string]string{
		"put target":  `LAPI_Put of task 0 to task 1: tgt_addr leads to ADDR, where task 1 has no memory|while it stored \d+ bytes of LAPI_Put of task 0: tgt_addr ADDR, tgt_cntr 0`,
		"put origin":  `LAPI_Put of task 0 to task 1: org_addr leads to ADDR, where task 0 has no memory|LAPI_Put: an argument leads to ADDR, where there is no memory; .*|SIGSEGV: .*`,
		"put counter": `an operation of task 0 on task 1: tgt_cntr leads to ADDR, where task 1 has no memory|while it stored \d+ bytes of LAPI_Put of task 0: tgt_addr \w+, tgt_cntr ADDR`,
		"get target":  `LAPI_Get of task 0 from task 1: tgt_addr leads to ADDR, where task 1 has no memory`,
		"get origin":  `LAPI_Get of task 0 from task 1: org_addr leads to ADDR, where task 0 has no memory`,
		"rmw":         `LAPI_Rmw of task 0 on task 1: tgt_var leads to ADDR, where task 1 has no memory`,
		"handler":     `in the header handler at ADDR, for a message of task 0|crashed: SIGSEGV: .*|.*an active message of task 0 names no header handler.*`,
	}
	for _, command := range [][]string{nil, simulated("sp", 2), simulated("ideal", 2)} {
		for what, line := range says {
			for _, address := range []string{"0x8", "0x123450", "0x7fffffffffff0000"} {
				for _, bytes := range []string{"100", "100000"} {
					t.Run(strings.Join([]string{fmt.Sprint(len(command)), what, address, bytes}, "/"), func(t *testing.T) {
						t.Parallel()
						o := job{np: 2, command: command, args: []string{what, address, bytes}, timeout: 60 * time.Second}.run(t, path)
						assert.NotZero(t, o.status, "%s", o)
						assert.NotContains(t, o.err, "internal error", "%s", o)
						assert.Regexp(t, regexp.MustCompile(`(?m)^gasnetgo: .*(`+strings.ReplaceAll(line, "ADDR", address[:3]+`\w*`)+`)$`), o.err, "%s", o)
					})
				}
			}
		}
	}
}
