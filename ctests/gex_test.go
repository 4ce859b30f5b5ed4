package ctests

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

// byGEXErrors are functions that only end the job.
var byGEXErrors = []string{"gex_MK_Destroy"}

// TestGEXMistakes: each wrong call of GASNet-EX ends the job with one line that names the function, in C and through Go.
func TestGEXMistakes(t *testing.T) {
	path := at.program.get(t, "gex/errors/errors.c", plain)
	for what, line := range map[string]string{
		"no team":         "gex_AM_RequestShort0: tm = GEX_TM_INVALID",
		"no rank":         "gex_AM_RequestShort0: dest = 2: not in 0..1",
		"pair of others":  "gex_AM_RequestShort0: tm = 0x100001: no team: a pair of gex_TM_Pair is for messages and transfers only, between endpoints 0",
		"no handler":      "handler = 200: a message from rank 0 is for it, but it is not registered here",
		"no segment":      "gex_RMA_PutBlocking: dest = 0x",
		"no op":           "gex_Event_Wait: event = GEX_EVENT_NO_OP",
		"value":           "gex_RMA_GetBlockingVal: nbytes = 9: not in 1..8",
		"root":            "gex_Coll_BroadcastNB: root = 2: not in 0..1",
		"op":              "gex_Coll_ReduceToAllNB: op = 0x4: no reduction of dt = 0x10",
		"kind":            "gex_MK_Destroy: kind = 0x1: no memory kind that gex_MK_Create has made",
		"all":             "gex_TM_Destroy: tm is the team that gex_Client_Init has made, which stays",
		"committed":       "gex_AM_CommitRequestMedium0: nbytes = 5: more than gex_AM_SrcDescSize(sd), which is 4",
		"arguments":       "gex_AM_CommitRequestMedium1: sd = 0x",
		"segment bitwise": "gex_AD_Create: ops = 0xc: not some of 0xffc0ff8, the operations of dt = 0x20",
		"segment domain":  "gex_AD_Destroy: ad = GEX_AD_INVALID",
		"segment type":    "gex_AD_OpNBI_U64: ad = 0x",
		"segment op":      "gex_AD_OpNB_I64: op = 0x10: not one of 0x40008, the domain's",
		"segment result":  "gex_AD_OpNB_I64: result_p = NULL with op = 0x40000, which returns the old value",
		"segment aligned": "not a multiple of 8, the size of the domain's type",
		"segment outside": "8 bytes there are not in the segment of rank 1",
		"segment rank":    "gex_AD_OpNB_I64: tgt_rank = 2: not in 0..1",
		"segment below":   "24 bytes there are not in the segment of rank 1",
		"segment far":     "gex_VIS_StridedGetNBI: srcstrides[0] = 9223372036854775807, 1024 times: further than there are addresses",
		"segment count":   "gex_VIS_StridedPutNB: count: NULL with stridelevels = 1",
		"segment sides":   "gex_VIS_IndexedPutBlocking: 8 bytes to fill, 4 bytes to fill them with",
		"segment list":    "gex_VIS_VectorGetNB: src[0] = 0x",
		"segment payload": "gex_VIS_SetPeerCompletionHandler: nbytes = 128: more than GEX_VIS_MAX_PEERCOMPLETION, which is 127",
	} {
		for world, env := range map[string][]string{"c": nil, "go": {"GASNETGO_PLANE=go"}} {
			if world == "go" && !runs("TestGEXMistakes", what+","+world) {
				continue
			}
			t.Run(what+","+world, func(t *testing.T) {
				t.Parallel()
				o := job{np: 2, args: []string{what}, env: env}.run(t, path)
				assert.NotZero(t, o.status, "%v", o)
				assert.Contains(t, o.err, line)
			})
		}
	}
}

// exPrefix is the prefix of GASNet-EX in the build folder.
func exPrefix() string { return filepath.Join(at.build, "lib", "gasnetgo", "gasnet-ex") }
