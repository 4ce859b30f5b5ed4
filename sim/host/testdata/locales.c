/* Locales and time zones of ranks: what one sets the others do not see. The numbers are those of a process. */
#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

#include "check.h"
#include "world.h"

int main(void)
{
	const int odd = world_rank() % 2;
	const time_t t = 86400;
	struct tm tm;
	char text[1000];
	locale_t other;

	CHECK(strcmp(setlocale(LC_ALL, NULL), "C") == 0 && MB_CUR_MAX == 1);
	world_barrier();
	if (odd)
		CHECK(setlocale(LC_CTYPE, "C.UTF-8") && strcmp(setlocale(LC_CTYPE, NULL), "C.UTF-8") == 0);
	for (int i = 0; i < 3; i++) {
		world_barrier();
		CHECK(strcmp(nl_langinfo(CODESET), odd ? "UTF-8" : "ANSI_X3.4-1968") == 0);
		CHECK(MB_CUR_MAX == (odd ? 6 : 1));
		CHECK(mbstowcs(NULL, "\303\244", 0) == (odd ? 1 : (size_t)-1));
		CHECK(strcmp(setlocale(LC_NUMERIC, NULL), "C") == 0);
	}
	if (odd)
		CHECK(strncmp(setlocale(LC_ALL, NULL), "LC_CTYPE=C.UTF-8;LC_NUMERIC=C;", 30) == 0);
	else
		CHECK(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
	snprintf(text, sizeof text, "%s", setlocale(LC_ALL, NULL));
	CHECK(setlocale(LC_ALL, "C") && MB_CUR_MAX == 1 && setlocale(LC_ALL, text) && MB_CUR_MAX == (odd ? 6 : 1));
	CHECK(setlocale(LC_ALL, "no_such.locale") == NULL && MB_CUR_MAX == (odd ? 6 : 1));
	setenv("LC_ALL", odd ? "C" : "C.UTF-8", 1);
	CHECK(setlocale(LC_ALL, "") && MB_CUR_MAX == (odd ? 1 : 6));
	world_barrier();
	CHECK(MB_CUR_MAX == (odd ? 1 : 6));
	other = newlocale(LC_ALL_MASK, odd ? "C.UTF-8" : "C", (locale_t)0);
	CHECK(other && uselocale((locale_t)0) == LC_GLOBAL_LOCALE && uselocale(other) == LC_GLOBAL_LOCALE);
	world_barrier();
	CHECK(MB_CUR_MAX == (odd ? 6 : 1) && uselocale((locale_t)0) == other && uselocale(LC_GLOBAL_LOCALE) == other && MB_CUR_MAX == (odd ? 1 : 6));
	freelocale(other);
	other = duplocale(LC_GLOBAL_LOCALE);
	CHECK(strcmp(nl_langinfo_l(CODESET, other), odd ? "ANSI_X3.4-1968" : "UTF-8") == 0);
	freelocale(other);
	unsetenv("TZ");
	world_barrier();
	if (odd)
		setenv("TZ", "XYZ-3", 1);
	for (int i = 0; i < 3; i++) {
		world_barrier();
		CHECK(localtime_r(&t, &tm) && tm.tm_hour == (odd ? 3 : 0));
		CHECK(strftime(text, sizeof text, "%H %Z", &tm) && strcmp(text, odd ? "03 XYZ" : "00 UTC") == 0);
		CHECK(strstr(ctime(&t), odd ? "03:00:00" : "00:00:00"));
	}
	return 0;
}
