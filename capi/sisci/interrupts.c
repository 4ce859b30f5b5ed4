/* sisci/interrupts.c - waits for interrupts, connections with them. */
#include "wait.h"

static uint32_t wait_for(int32_t what, uint64_t handle, void *data, unsigned int *length, uint32_t timeout, uint32_t flags, const char *fn)
{
	struct ga_sisci_reply r = {0};
	struct ga_sisci_wait f = {GA_FRAME(wait, WAIT, fn),     .what = what,   .handle = handle, .data = GA_F(data),
	                          .room = length ? *length : 0, .flags = flags, .reply = &r};

	ga_call(&f.head);
	ga_sisci_wait(f.ticket, timeout, data, &r, fn);
	if (length && (r.code == SCI_ERR_OK || r.code == SCI_ERR_OVERFLOW))
		*length = r.length;
	return r.code;
}

void SCIWaitForInterrupt(sci_local_interrupt_t interrupt, unsigned int timeout, unsigned int flags, sci_error_t *error)
{
	GA_TELL(wait_for(GA_SISCI_WAIT_INTERRUPT, GA_H(interrupt), NULL, NULL, timeout, flags, "SCIWaitForInterrupt"));
}

void SCIWaitForDataInterrupt(sci_local_data_interrupt_t interrupt, void *data, unsigned int *length, unsigned int timeout, unsigned int flags,
                             sci_error_t *error)
{
	static const char fn[] = "SCIWaitForDataInterrupt";

	GA_TELL(!length || (!data && *length) ? ga_sisci_missing(fn)
	                                      : wait_for(GA_SISCI_WAIT_DATA_INTERRUPT, GA_H(interrupt), data, length, timeout, flags, fn));
}

static uint64_t join(bool data, uint64_t sd, void *into, uint32_t node, uint32_t adapter, uint32_t number, uint32_t timeout, uint32_t flags,
                     sci_error_t *error, const char *fn)
{
	struct ga_sisci_reply r = {0};
	struct ga_sisci_connect_interrupt f = {GA_FRAME(connect_interrupt, CONNECT_INTERRUPT, fn),
	                                       .data = data,
	                                       .sd = sd,
	                                       .into = into,
	                                       .node = node,
	                                       .adapter = adapter,
	                                       .number = number,
	                                       .flags = flags,
	                                       .reply = &r};

	ga_call(&f.head);
	ga_sisci_wait(f.ticket, timeout, NULL, &r, fn);
	GA_TELL(r.code);
	return r.code == SCI_ERR_OK ? r.handle : 0;
}

void SCIConnectInterrupt(sci_desc_t sd, sci_remote_interrupt_t *interrupt, unsigned int nodeId, unsigned int localAdapterNo, unsigned int interruptNo,
                         unsigned int timeout, unsigned int flags, sci_error_t *error)
{
	const uint64_t h = join(false, GA_H(sd), interrupt, nodeId, localAdapterNo, interruptNo, timeout, flags, error, "SCIConnectInterrupt");

	if (h)
		*interrupt = (sci_remote_interrupt_t)(uintptr_t)h;
}

void SCIConnectDataInterrupt(sci_desc_t sd, sci_remote_data_interrupt_t *interrupt, unsigned int nodeId, unsigned int localAdapterNo,
                             unsigned int interruptNo, unsigned int timeout, unsigned int flags, sci_error_t *error)
{
	const uint64_t h = join(true, GA_H(sd), interrupt, nodeId, localAdapterNo, interruptNo, timeout, flags, error, "SCIConnectDataInterrupt");

	if (h)
		*interrupt = (sci_remote_data_interrupt_t)(uintptr_t)h;
}
