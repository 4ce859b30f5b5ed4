/* sisci/segments.c - connections and events of segments. */
#include "wait.h"
#include "window.h"

void SCIConnectSegment(sci_desc_t sd, sci_remote_segment_t *segment, unsigned int nodeId, unsigned int segmentId, unsigned int adapterNo,
                       sci_cb_remote_segment_t callback, void *arg, unsigned int timeout, unsigned int flags, sci_error_t *error)
{
	struct ga_sisci_reply r = {0};
	struct ga_sisci_connect f = {GA_FRAME(connect, CONNECT, "SCIConnectSegment"),
	                             .sd = GA_H(sd),
	                             .into = segment,
	                             .node = nodeId,
	                             .id = segmentId,
	                             .adapter = adapterNo,
	                             .function = GA_F(callback),
	                             .argument = GA_F(arg),
	                             .flags = flags,
	                             .reply = &r};

	ga_call(&f.head);
	ga_sisci_wait(f.ticket, timeout, NULL, &r, f.head.fn);
	if (r.code == SCI_ERR_OK)
		*segment = (sci_remote_segment_t)(uintptr_t)r.handle;
	GA_TELL(r.code);
}

sci_segment_cb_reason_t SCIWaitForLocalSegmentEvent(sci_local_segment_t segment, unsigned int *sourcenodeId, unsigned int *localAdapterNo,
                                                    unsigned int timeout, unsigned int flags, sci_error_t *error)
{
	static const char fn[] = "SCIWaitForLocalSegmentEvent";
	struct ga_sisci_reply r = {0};
	struct ga_sisci_wait f = {GA_FRAME(wait, WAIT, fn), .what = GA_SISCI_WAIT_LOCAL, .handle = GA_H(segment), .flags = flags, .reply = &r};

	if (!sourcenodeId || !localAdapterNo) {
		GA_TELL(ga_sisci_missing(fn));
		return (sci_segment_cb_reason_t)0;
	}
	ga_call(&f.head);
	ga_sisci_wait(f.ticket, timeout, NULL, &r, fn);
	if (r.reason) {
		*sourcenodeId = r.node;
		*localAdapterNo = r.adapter;
	}
	GA_TELL(r.code);
	return (sci_segment_cb_reason_t)r.reason;
}

sci_segment_cb_reason_t SCIWaitForRemoteSegmentEvent(sci_remote_segment_t segment, sci_error_t *status, unsigned int timeout, unsigned int flags,
                                                     sci_error_t *error)
{
	static const char fn[] = "SCIWaitForRemoteSegmentEvent";
	struct ga_sisci_reply r = {0};
	struct ga_sisci_wait f = {GA_FRAME(wait, WAIT, fn), .what = GA_SISCI_WAIT_REMOTE, .handle = GA_H(segment), .flags = flags, .reply = &r};

	if (!status) {
		GA_TELL(ga_sisci_missing(fn));
		return (sci_segment_cb_reason_t)0;
	}
	ga_call(&f.head);
	ga_sisci_wait(f.ticket, timeout, NULL, &r, fn);
	if (r.reason)
		*status = (sci_error_t)r.status;
	GA_TELL(r.code);
	return (sci_segment_cb_reason_t)r.reason;
}

void SCIUnmapSegment(sci_map_t map, unsigned int flags, sci_error_t *error)
{
	struct ga_sisci_end f = {GA_FRAME(end, END, "SCIUnmapSegment"), .what = GA_SISCI_END_UNMAP, .handle = GA_H(map), .flags = flags};

	if (!ga_sisci_close(f.handle)) {
		GA_TELL(SCI_ERR_BUSY);
		return;
	}
	ga_call(&f.head);
	ga_sisci_closed(f.handle, f.code == SCI_ERR_OK);
	GA_TELL(f.code);
}
