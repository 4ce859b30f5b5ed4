/* ofi_info.c - what libfabric offers for jobs on several hosts, for gasnetgo info --hosts: ofi_info PLUGIN PROVIDER DOMAIN LOOPBACK, where empty words leave the choice to
 * libfabric and LOOPBACK is 0 or 1. A line is three words with tabs between them: provider, domain, address; the last has "chosen" in front, or is "failed" and a sentence. */
#include <stdio.h>

#include "../load.h"

enum { RECEIVES = 16, MESSAGE = 1024 };

static void print(void *nothing, const char *provider, const char *domain, const char *address)
{
	(void)nothing;
	printf("%s\t%s\t%s\n", provider, domain, address);
}

int main(int argc, char **argv)
{
	const struct ga_ofi_calls *calls;
	char why[GA_OFI_WHY] = "";
	const char *missing;
	struct ga_ofi *e;

	if (argc != 5) {
		fprintf(stderr, "usage: ofi_info PLUGIN PROVIDER DOMAIN LOOPBACK\n");
		return 2;
	}
	calls = ga_ofi_load(argv[1], &missing);
	if (!calls) {
		printf("failed\t%s\n", missing);
		return 0;
	}
	if (calls->version != GA_OFI_VERSION) {
		printf("failed\t%s is of version %u, not %d\n", argv[1], calls->version, GA_OFI_VERSION);
		return 0;
	}
	const struct ga_ofi_config config = {.provider = argv[2][0] ? argv[2] : NULL,
	                                     .domain = argv[3][0] ? argv[3] : NULL,
	                                     .receives = RECEIVES,
	                                     .message_bytes = MESSAGE,
	                                     .loopback = argv[4][0] == '1'};
	calls->list(config.provider, print, NULL);
	if (calls->open(&config, &e, why) != 0) {
		printf("failed\t%s\n", why);
		return 0;
	}
	printf("chosen\t%s\t%s\n", calls->provider(e), calls->domain(e));
	calls->close(e);
	return 0;
}
