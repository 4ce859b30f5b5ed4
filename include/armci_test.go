package include_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Headers of the same last name lie in several folders. Two with the same guard would hide each other, unless one belongs to the prefix of GASNet-EX, which no program has beside that of GASNet-1.
func TestGuardsDiffer(t *testing.T) {
	guard := regexp.MustCompile(`(?m)^#ifndef (\w+)\n#define (\w+)$`)
	of := map[string]string{}
	for _, h := range headerFiles(t) {
		text, err := os.ReadFile(h)
		require.NoError(t, err)
		m := guard.FindStringSubmatch(string(text))
		if m == nil || m[1] != m[2] {
			continue
		}
		name := m[1]
		if strings.HasPrefix(h, "gasnetex/") {
			name += " of GASNet-EX"
		}
		require.Empty(t, of[name], "%s has the same guard %s", h, m[1])
		of[name] = h
	}
	require.Greater(t, len(of), 50)
}

// Clients of ARMCI include its headers in any order, alone or together. Whichever comes first brings types, transfers and messages.
func TestARMCIClients(t *testing.T) {
	use := `
int uses(void)
{
	armci_hdl_t h;
	ARMCI_Group world;
	int one = 1;

	ARMCI_INIT_HANDLE(&h);
	ARMCI_Group_get_world(&world);
	armci_msg_gop_scope(SCOPE_ALL, &one, 1, (char *)"+", ARMCI_INT);
	armci_msg_group_bcast_scope(SCOPE_MASTERS, &one, sizeof one, 0, &world);
	return ARMCI_Wait(&h) + PARMCI_Initialized() + armci_domain_count(ARMCI_DOMAIN_SMP) + FAIL8 + ARMCI_ACC_DCP + ARMCI_SWAP_LONG;
}
`
	for _, l := range languages() {
		for _, first := range []string{"armci.h", "message.h", "parmci.h", "gpc.h", "iterator.h", "armcix.h", "armciconf.h"} {
			text := "#include \"" + first + "\"\n#include \"armci.h\"\n"
			t.Run(l.name+" "+first, func(t *testing.T) {
				requireCompiles(t, l, text+use)
				requireCompiles(t, l, "#define ARMCI_MPI_GIOV_ORDER\n"+text+use+"armci_giov_t v = {0, 0, 8, 1};\n"+
					"int vector(void) { return v.bytes + v.ptr_array_len + ARMCI_PutV(&v, 1, 0) + PARMCI_AccV(ARMCI_ACC_INT, v.src_ptr_array, &v, 1, 0); }\n")
			})
		}
	}
}
