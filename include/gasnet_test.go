package include_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What runtimes over GASNet take from its source tree, beside its public headers.
func TestGASNetClients(t *testing.T) {
	// A copy of GASNet's header, as programs bring it along: newer than what is there, it says everything anew, or else nothing.
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "copy.h"), []byte(`
#if _PORTABLE_PLATFORM_H != PLATFORM_HEADER_VERSION || PLATFORM_HEADER_VERSION < 3
#undef _PORTABLE_PLATFORM_H
#undef PLATFORM_HEADER_VERSION
#define PLATFORM_HEADER_VERSION 3
#define _PORTABLE_PLATFORM_H PLATFORM_HEADER_VERSION
#undef PLATFORM_OS_FAMILYNAME
#define PLATFORM_OS_FAMILYNAME MINE
#undef PLATFORM_COMPILER_IDSTR
#define PLATFORM_COMPILER_IDSTR "mine"
#undef PLATFORM_COMPILER_FAMILYID
#define PLATFORM_COMPILER_FAMILYID 7
#undef PLATFORM_COMPILER_ID
#define PLATFORM_COMPILER_ID 8
#undef PLATFORM_COMPILER_VERSION
#define PLATFORM_COMPILER_VERSION 9
#endif
`), 0o644))
	const ours, theirs = "#include <gasnet.h>\n#include <gasnet_tools.h>\n", "#include <copy.h>\n"
	const all = "int use(void);\nint use(void) { return PLATFORM_COMPILER_ID == 8 && PLATFORM_COMPILER_IDSTR[0] == 'm' && GASNETT_SYSTEM_TUPLE[0]; }\n"
	for _, c := range []struct{ name, text string }{
		{"the platform alone", `#include "portable_inttypes.h"
#include "portable_platform.h"
#include "gasnet_portable_platform.h"
#if !PLATFORM_OS_LINUX || PLATFORM_OS_DARWIN || !PLATFORM_ARCH_64 || !(PLATFORM_COMPILER_GNU_C || PLATFORM_COMPILER_GNU_CXX || PLATFORM_COMPILER_CLANG_C || PLATFORM_COMPILER_CLANG_CXX)
#error platform
#endif
#ifdef gasneti_assert
#error these belong to gasnet.h
#endif
uint64_t wide = UINT64_MAX;
intptr_t there;
const char *compiler = PLATFORM_COMPILER_IDSTR;
`},
		{"asks again", "#include <gasnet.h>\n#undef _PORTABLE_PLATFORM_H\n#include \"gasnet_portable_platform.h\"\n#include <gasnet_tools.h>\nint linux_ = PLATFORM_OS_LINUX;\n"},
		{"its own copy first", theirs + ours + theirs + all},
		{"its own copy later", ours + theirs + all},
		{"splits teams by an internal name", `#include <gasnet.h>
#include <gasnet_coll.h>
gasnet_team_handle_t split(gasnet_team_handle_t team, gasnet_seginfo_t *scratch);
gasnet_team_handle_t split(gasnet_team_handle_t team, gasnet_seginfo_t *scratch)
{
  return gasnete_coll_team_split(team, 1, 2, scratch GASNETE_THREAD_GET);
}
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, l := range languages() {
				requireCompiles(t, l, c.text, "-I"+dir)
				requireCompiles(t, l, c.text, "-I"+dir, "-DGASNET_TRACE")
			}
		})
	}
}
