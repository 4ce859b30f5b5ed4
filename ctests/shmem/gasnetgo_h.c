/* gasnetgo.h: information about the library and the job, before init, after it, and after finalize. */
#include "../gt_shmem.h"

#include <gasnetgo.h>

static void version(void)
{
	int major = -1, minor = -1, patch = -1;
	gasnetgo_version(&major, &minor, &patch);
	CHECK(major == GASNETGO_VERSION_MAJOR && minor == GASNETGO_VERSION_MINOR && patch == GASNETGO_VERSION_PATCH, "%d.%d.%d", major, minor, patch);
	gasnetgo_version(NULL, NULL, NULL);
	CHECK(strcmp(gasnetgo_version_string(), GASNETGO_VERSION_STRING) == 0, "%s", gasnetgo_version_string());
	CHECK(strcmp(gasnetgo_world(), getenv("GT_SIMULATED") ? "sim" : "live") == 0, "%s", gasnetgo_world());
	CHECK(gasnetgo_launcher() != NULL && gasnetgo_launcher()[0] != 0, "no launcher");
	CHECK(gasnetgo_error() != NULL, "NULL error");
}

int main(void)
{
	char text[400], cut[8];

	CHECK(gasnetgo_error()[0] == 0, "an error before anything: %s", gasnetgo_error());
	version();
	int rank = gasnetgo_rank(), size = gasnetgo_size();
	gt_start();
	CHECK(gasnetgo_rank() == gt_me && gasnetgo_size() == gt_n, "%d of %d", gasnetgo_rank(), gasnetgo_size());
	CHECK(rank == gt_me && size == gt_n, "before init: %d of %d", rank, size);
	version();
	MSG0("launcher: %s", gasnetgo_launcher());

	/* an error that is returned, not fatal */
	CHECK(shmem_malloc((size_t)1 << 60) == NULL, "malloc of 2^60");
	CHECK(strstr(gasnetgo_error(), "SHMEM_SYMMETRIC_SIZE") != NULL, "%s", gasnetgo_error());
	size_t length = gasnetgo_error_text(text, sizeof text);
	CHECK(length == strlen(text) && strcmp(text, gasnetgo_error()) == 0, "%zu %s", length, text);
	memset(cut, 'x', sizeof cut);
	CHECK(gasnetgo_error_text(cut, sizeof cut) == length, "length of a cut text");
	CHECK(cut[7] == 0 && strncmp(cut, text, 7) == 0, "cut text");
	CHECK(gasnetgo_error_text(cut, 1) == length && cut[0] == 0, "one byte");
	CHECK(gasnetgo_error_text(NULL, 0) == length, "no bytes");
	shmem_finalize();
	CHECK(gasnetgo_rank() == gt_me && gasnetgo_size() == gt_n, "after finalize: %d of %d", gasnetgo_rank(), gasnetgo_size());
	version();
	return GT_END();
}
