package packaging

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// exProgram prints the conduit that it was compiled for, after a reduction.
const exProgram = `
#include <gasnetex.h>
#include <gasnet_coll.h>
#include <gasnet_tools.h>

#if GASNET_CONDUIT_SMP + GASNET_CONDUIT_UDP + GASNET_CONDUIT_MPI + GASNET_CONDUIT_IBV + GASNET_CONDUIT_OFI + GASNET_CONDUIT_UCX + GASNET_CONDUIT_ARIES != 1
#error "not one conduit"
#endif

int main(int argc, char **argv)
{
	gex_Client_t client;
	gex_EP_t ep;
	gex_TM_t all;
	int one = 1, n = 0;

	if (gex_Client_Init(&client, &ep, &all, "PROG", &argc, &argv, 0) != GASNET_OK || argc != 1)
		return 2;
	gex_Event_Wait(gex_Coll_ReduceToAllNB(all, &n, &one, GEX_DT_I32, sizeof n, 1, GEX_OP_ADD, NULL, NULL, 0));
	if (gex_TM_QueryRank(all) == 0)
		printf("%d ranks, %s\n", n, GASNET_CONDUIT_NAME_STR);
	gasnet_exit(0);
}
`

// TestGasnetEXClients: a program knows the conduit in whose name it is compiled, since clients take SMP as a promise that all ranks share memory.
func TestGasnetEXClients(t *testing.T) {
	need(t, "make")
	prefix := of(installed(t, "none"), "gasnet-ex")
	for _, c := range []struct{ conduit, mode, says string }{{"smp", "seq", "SMP"}, {"udp", "par", "UDP"}, {"mpi", "seq", "MPI"}, {"ibv", "parsync", "IBV"}, {"ofi", "par", "OFI"},
		{"ucx", "seq", "UCX"}, {"aries", "par", "ARIES"}} {
		t.Run(c.conduit+"-"+c.mode, func(t *testing.T) {
			dir := client(t, exProgram, map[string]string{"Makefile": makefile})
			do(t, dir, nil, "make", "GASNET="+prefix, "CONDUIT="+c.conduit, "MODE="+c.mode)
			run := []string{filepath.Join(prefix, "bin", "gasnetrun_"+c.conduit), "-n", "3", "./prog"}
			require.Equal(t, "3 ranks, "+c.says+"\n", do(t, dir, nil, run...))
			need(t, "pkg-config")
			path := []string{"PKG_CONFIG_PATH=" + filepath.Join(prefix, "lib", "pkgconfig"), "P=gasnet-" + c.conduit + "-" + c.mode, "CC=" + cc()}
			do(t, dir, path, "sh", "-c", `rm prog; $CC $(pkg-config --cflags $P) -o prog prog.c $(pkg-config --libs $P)`)
			require.Equal(t, "3 ranks, "+c.says+"\n", do(t, dir, nil, run...))
		})
	}
	t.Run("by hand", func(t *testing.T) {
		dir := client(t, exProgram, nil)
		do(t, dir, []string{"CC=" + cc(), "EX=" + prefix}, "sh", "-c", `$CC -DGASNET_SEQ -I$EX/include -o prog prog.c -L$EX/lib -lgasnet-ucx-seq -Wl,-rpath,$EX/lib`)
		require.Equal(t, "3 ranks, SMP\n", do(t, dir, nil, filepath.Join(prefix, "bin", "gasnetrun_smp"), "-n", "3", "./prog"))
	})
}
