/* sisci/library.c - the end, queries, texts of codes. */
#include "plane.h"

void SCITerminate(void)
{
	struct ga_sisci_terminate f = {GA_FRAME(terminate, TERMINATE, "SCITerminate")};

	ga_call(&f.head);
}

static uint32_t text(uint32_t command, const sci_query_string_t *q, uint32_t flags)
{
	struct ga_sisci_text f = {GA_FRAME(text, TEXT, "SCIQuery"), .command = command, .into = q->str, .length = q->length, .flags = flags};

	ga_call(&f.head);
	return f.code;
}

void SCIQuery(unsigned int command, void *data, unsigned int flags, sci_error_t *error)
{
	struct ga_sisci_query f = {GA_FRAME(query, QUERY, "SCIQuery"), .command = command, .into = data, .flags = flags};
	unsigned int none;

	switch (data ? command : 0) {
	case SCI_Q_ADAPTER: {
		const sci_query_adapter_t *q = data;

		f.adapter = q->localAdapterNo;
		f.sub = q->subcommand;
		f.into = q->data;
		break;
	}
	case SCI_Q_SYSTEM: {
		const sci_query_system_t *q = data;

		f.sub = q->subcommand;
		f.into = q->data;
		break;
	}
	case SCI_Q_LOCAL_SEGMENT: {
		const sci_query_local_segment_t *q = data;

		f.sub = q->subcommand;
		f.handle = GA_H(q->segment);
		f.into = &none; /* there is no address */
		break;
	}
	case SCI_Q_REMOTE_SEGMENT: {
		const sci_query_remote_segment_t *q = data;

		f.sub = q->subcommand;
		f.handle = GA_H(q->segment);
		f.into = &none;
		break;
	}
	case SCI_Q_MAP: {
		sci_query_map_t *q = data;

		f.sub = q->subcommand;
		f.handle = GA_H(q->map);
		f.into = &q->data;
		break;
	}
	case SCI_Q_VENDORID:
	case SCI_Q_API: GA_TELL(text(command, data, flags)); return;
	}
	ga_call(&f.head);
	GA_TELL(f.code);
}

#define TEXTS 128
#define TEXT_BYTES 120

/* Texts that have been asked for. An entry is made once: 0, then 1 while it is made, then 2. */
static struct {
	uint32_t state, code;
	char text[TEXT_BYTES];
} texts[TEXTS];

const char *SCIGetErrorString(sci_error_t error)
{
	char found[TEXT_BYTES];
	struct ga_sisci_words f = {GA_FRAME(words, WORDS, "SCIGetErrorString"), .code = (uint32_t)error, .into = found, .room = sizeof found};
	uint32_t state;

	for (int i = 0; i < TEXTS && (state = __atomic_load_n(&texts[i].state, __ATOMIC_ACQUIRE)); i++)
		if (state == 2 && texts[i].code == f.code)
			return texts[i].text;
	ga_call(&f.head);
	for (int i = 0; i < TEXTS; i++) {
		state = 0;
		if (__atomic_compare_exchange_n(&texts[i].state, &state, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
			texts[i].code = f.code;
			memcpy(texts[i].text, found, sizeof found);
			__atomic_store_n(&texts[i].state, 2, __ATOMIC_RELEASE);
			return texts[i].text;
		}
		if (state == 2 && texts[i].code == f.code)
			return texts[i].text;
	}
	return "no code of SISCI";
}
