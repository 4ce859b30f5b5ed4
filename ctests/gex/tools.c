/* The tools of GASNet-EX without GASNet, as gasnet_tools.h alone has them; also as C++ (tools_cxx.cc). */
#ifdef GASNET_SEQ
#error "tools only"
#endif
#include <gasnet_tools.h>
#if defined(_GASNETEX_H) || !defined(PRIu64) || !defined(PRIuSZ)
#error "gasnet_tools.h is alone, and has inttypes.h"
#endif
#if GASNETT_SPEC_VERSION_MAJOR != 1 || GASNETT_SPEC_VERSION_MINOR < 20 || GASNETT_RELEASE_VERSION_MAJOR < 2000
#error "these are tools of GASNet-1"
#endif

#include "../gt_tools.h"

int main(int argc, char **argv)
{
	char text[100];
	const char *exe = gasnett_exe_name(), *name = strrchr(argv[0], '/');

	(void)argc;
	gt_tools_begin();
	snprintf(text, sizeof text, "%d.%d.%d", GASNETT_RELEASE_VERSION_MAJOR, GASNETT_RELEASE_VERSION_MINOR, GASNETT_RELEASE_VERSION_PATCH);
	CHECK(strcmp(text, gasnett_release_version_str()) == 0 &&
	          strcmp(text, _STRINGIFY(GASNETT_RELEASE_VERSION_MAJOR) "." _STRINGIFY(GASNETT_RELEASE_VERSION_MINOR) "." _STRINGIFY(
				   GASNETT_RELEASE_VERSION_PATCH)) == 0,
	      "%s is %s", text, gasnett_release_version_str());
	CHECK(gasnett_release_version() ==
	          GASNETT_RELEASE_VERSION_MAJOR * UINT64_C(1000000) + GASNETT_RELEASE_VERSION_MINOR * 10000 + GASNETT_RELEASE_VERSION_PATCH,
	      "%" PRIu64, gasnett_release_version());
	name = name ? name + 1 : argv[0];
	CHECK(*exe == '/' && access(exe, X_OK) == 0 && strcmp(strrchr(exe, '/') + 1, name) == 0, "%s is executed, not %s", argv[0], exe);
	CHECK(gasnett_exe_name() == exe, "it moves");
	CHECK(isdigit((unsigned char)*gasnett_release_version_str()), "ctype.h");
	CHECK(gasnett_format_dt(NULL, GEX_DT_I32) == 11 && gasnett_format_dt(text, GEX_DT_I32) == 11 && strcmp(text, "GEX_DT_I32") == 0, "%s", text);
	return GT_END();
}
