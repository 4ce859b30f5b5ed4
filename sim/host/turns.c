/* turns.c - what a turn of a rank begins with, for turns_unsafe.go, which executes one without the rank. */
#include "rank.h"

#include <string.h>

#if defined(__x86_64__)

static struct {
	uint64_t at, bytes;
} text; /* of this library's segment of code */

static int find_text(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size, (void)unused;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *s = &info->dlpi_phdr[i];
		const uint64_t at = info->dlpi_addr + s->p_vaddr;

		if (s->p_type == PT_LOAD && s->p_flags & PF_X && (uint64_t)ga_sim_switch - at < s->p_memsz) {
			text.at = at;
			text.bytes = s->p_memsz;
			return 1;
		}
	}
	return 0;
}

void ga_sim_turn_of(const struct ga_sim_rank *r, struct ga_sim_turn *t)
{
	if (text.bytes == 0)
		dl_iterate_phdr(find_text, NULL);
	*t = (struct ga_sim_turn){
	    .stack = (uint64_t)r->sp,
	    .stack_at = (uint64_t)&r->sp,
	    .leave = (uint64_t)ga_sim_switch,
	    .text = text.at,
	    .text_bytes = text.bytes,
	    .now = (uint64_t)&ga_sim_now,
	    .scheduler = (uint64_t)ga_sim_scheduler(),
	    .event = (uint64_t)&r->state.event,
	    .frame = (uint64_t)&r->state.frame,
	};
}

bool ga_sim_repeatable(const struct ga_sim_rank *r)
{
	return (r->state.event == GA_SIM_FRAME || r->state.event == GA_SIM_REQUEST) && !r->watched && !r->group && !r->called && !r->crashing &&
	       !r->over && r->slices == 0;
}

#else

void ga_sim_turn_of(const struct ga_sim_rank *r, struct ga_sim_turn *t)
{
	(void)r;
	memset(t, 0, sizeof *t);
}

bool ga_sim_repeatable(const struct ga_sim_rank *r)
{
	(void)r;
	return false;
}

#endif
