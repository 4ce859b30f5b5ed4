/* Variables, numbers with units, and their printed form. */
#include "../gt_tools.h"

static void round_trip(int64_t v)
{
	for (int mem = 0; mem <= 1; mem++) {
		char text[64];
		int64_t back;
		CHECK(gasnett_format_number(v, text, sizeof text, mem) == text, "not the buffer");
		back = gasnett_parse_int(text, mem);
		CHECK(back == v, "%" PRId64 " is \"%s\" is %" PRId64, v, text, back);
	}
}

static void formatted(int64_t v, int mem, const char *want)
{
	char text[64];
	gasnett_format_number(v, text, sizeof text, mem);
	CHECK(strcmp(text, want) == 0, "%" PRId64 " is \"%s\" instead of \"%s\"", v, text, want);
}

static void parsed(const char *text, uint64_t mult, int64_t want)
{
	int64_t got = gasnett_parse_int(text, mult);
	CHECK(got == want, "\"%s\" x %" PRIu64 " is %" PRId64 " instead of %" PRId64, text, mult, got, want);
}

static void numbers(void)
{
	char small[4];
	round_trip(0);
	for (int i = 0; i <= 61; i++) {
		round_trip((int64_t)1 << i);
		round_trip(-((int64_t)1 << i));
	}
	for (int i = 0; i < 2000; i++)
		for (int mem = 0; mem <= 1; mem++) { /* sizes lose at most a tenth */
			char text[64];
			int64_t v = (int64_t)(gt_rand() >> gt_range(1, 63)),
				back = gasnett_parse_int(gasnett_format_number(v, text, sizeof text, mem), mem);
			CHECK(mem ? back <= v && v - back <= v / 10 : back == v, "%" PRId64 " is %s is %" PRId64, v, text, back);
		}
	formatted(0, 1, "0 B");
	formatted(65536, 1, "64 KB");
	formatted(65536, 0, "65536");
	formatted(1023, 1, "1023 B");
	formatted(1025, 1, "1025 B");
	formatted(11 * 1024 + 1, 1, "11 KB");
	formatted((int64_t)3 << 30, 1, "3 GB");
	formatted(-2048, 1, "-2 KB");
	formatted(((int64_t)1 << 50) + 1, 0, "0x4000000000001");
	formatted((int64_t)1 << 50, 1, "0x4000000000000");
	gasnett_format_number(123456, small, sizeof small, 0);
	CHECK(strcmp(small, "123") == 0, "a short buffer has \"%s\"", small);

	parsed("17", 0, 17);
	parsed("+17", 0, 17);
	parsed("-0x10", 0, -16);
	parsed("0x7fffffffffffffff", 0, INT64_MAX);
	parsed("-9223372036854775808", 0, INT64_MIN);
	parsed("5", 1024, 5120);
	parsed("5B", 1024, 5);
	parsed("1.5MB", 1, 3 << 19);
	parsed("1.5", 1024, 1536);
	parsed("64 kb", 1, 65536);
	parsed("2g", 1, (int64_t)2 << 30);
	parsed(" 1 TB ", 1, (int64_t)1 << 40);
	parsed(".5K", 1, 512);
}

static void variables(void)
{
	const char *name = "GT_TOOLS_VARIABLE";
	static const struct {
		const char *text;
		int answer;
	} yes[] = {{"Y", 1}, {"YES", 1}, {"y", 1}, {"yes", 1}, {"1", 1}, {"N", 0}, {"n", 0}, {"NO", 0}, {"no", 0}, {"0", 0}};

	gasnett_unsetenv(name);
	CHECK(gasnett_getenv(name) == NULL && getenv(name) == NULL, "not set");
	CHECK(strcmp(gasnett_getenv_withdefault(name, "else"), "else") == 0, "default text");
	CHECK(gasnett_getenv_yesno_withdefault(name, 1) == 1 && gasnett_getenv_yesno_withdefault(name, 0) == 0, "default yes and no");
	CHECK(gasnett_getenv_int_withdefault(name, -5, 0) == -5 && gasnett_getenv_int_withdefault(name, 77, 1024) == 77, "default numbers");
	CHECK(gasnett_getenv_dbl_withdefault(name, 0.5) == 0.5, "default fraction");

	gasnett_setenv(name, "");
	CHECK(gasnett_getenv(name) != NULL && *gasnett_getenv(name) == 0, "set and empty");
	CHECK(strcmp(gasnett_getenv_withdefault(name, "else"), "else") == 0 && gasnett_getenv_int_withdefault(name, 3, 0) == 3,
	      "empty counts as not set");

	for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
		gasnett_setenv(name, yes[i].text);
		CHECK(gasnett_getenv_yesno_withdefault(name, !yes[i].answer) == yes[i].answer, "%s", yes[i].text);
	}
	gasnett_setenv(name, "3KB");
	CHECK(gasnett_getenv_int_withdefault(name, 1, 1) == 3072, "3KB");
	CHECK(strcmp(gasnett_getenv(name), "3KB") == 0 && strcmp(getenv(name), "3KB") == 0, "the C library sees it");
	setenv(name, "9", 1);
	CHECK(gasnett_getenv_int_withdefault(name, 1, 0) == 9 && gasnett_getenv_int_withdefault(name, 1, 1024) == 9216, "set by the C library");
	gasnett_setenv(name, "1/4");
	CHECK(gasnett_getenv_dbl_withdefault(name, 9) == 0.25, "1/4");
	gasnett_setenv(name, "-2.5e1");
	CHECK(gasnett_getenv_dbl_withdefault(name, 9) == -25, "-2.5e1");
	gasnett_unsetenv(name);
}

int main(void)
{
	gt_tools_begin();
	numbers();
	variables();
	gasnett_unsetenv("GASNET_VERBOSEENV");
	CHECK(gasnett_verboseenv() == 0, "verbose without being asked");
	gasnett_envstr_display("GT_SILENT", "this line must not be printed", 0);
	gasnett_setenv("GASNET_VERBOSEENV", "1");
	CHECK(!!gasnett_verboseenv() == (gt_me == 0), "only rank 0 prints");
	for (int i = 0; i < 2; i++) { /* each name once */
		gasnett_envstr_display("GT_TEXT", "some text", 0);
		gasnett_envint_display("GT_SIZE", 65536, 1, 1);
		gasnett_envint_display("GT_INT", 65536, 0, 0);
		gasnett_envdbl_display("GT_DOUBLE", 0.25, 1);
		gasnett_getenv_yesno_withdefault("GT_YES", 1);
	}
	return GT_END();
}
