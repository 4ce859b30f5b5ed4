/* GASNet from C++: headers, handlers, a class whose methods send. */
#define GASNET_PARSYNC
#include "../gt_gasnet.h"

#include <gasnet_handler.h>
#include <gasnet_tools.h>

#include <vector>

/* Runtimes in C++ declare this again without extern "C". */
void gasnete_coll_team_free(gasnet_team_handle_t team);

#ifndef GASNET_PARSYNC
#error a mode stays defined
#endif
#if GASNET_PARSYNC != 1 || defined(GASNET_SEQ) || defined(GASNET_PAR)
#error and is 1
#endif

namespace
{

class Counter
{
      public:
	static constexpr gasnet_handler_t index = 128;

	static void add(gasnet_token_t token, gasnet_handlerarg_t n)
	{
		gasnet_node_t from;

		GT_OK(gasnet_AMGetMsgSource(token, &from));
		(void)from;
		sum += n;
		GT_OK(gasnet_AMReplyShort0(token, index + 1));
	}
	static void added(gasnet_token_t) { answers++; }

	static int sum;
	static volatile int answers;
};

int Counter::sum;
volatile int Counter::answers;

} // namespace

int main(int argc, char **argv)
{
	gasnet_handlerentry_t table[] = {{Counter::index, (void (*)())Counter::add}, {Counter::index + 1, (void (*)())Counter::added}};
	std::vector<int> data(1000), back(1000);
	gasnet_handle_t h;

	gt_attach(&argc, &argv, table, 2, 8 * GASNET_PAGESIZE);
	for (int r = 0; r < gt_n; r++)
		GT_OK(gasnet_AMRequestShort1(static_cast<gasnet_node_t>(r), Counter::index, gt_me + 1));
	GASNET_BLOCKUNTIL(Counter::answers == gt_n);
	gt_barrier();
	CHECK(Counter::sum == gt_n * (gt_n + 1) / 2, "%d", Counter::sum);
	for (int i = 0; i < 1000; i++)
		data[static_cast<size_t>(i)] = i ^ gt_me;
	h = gasnet_put_nb_bulk(static_cast<gasnet_node_t>((gt_me + 1) % gt_n), gt_at((gt_me + 1) % gt_n, 0), data.data(),
	                       data.size() * sizeof data[0]);
	gasnet_wait_syncnb(h);
	gasnet_get_bulk(back.data(), static_cast<gasnet_node_t>((gt_me + 1) % gt_n), gt_at((gt_me + 1) % gt_n, 0), back.size() * sizeof back[0]);
	CHECK(data == back, "what was put comes back");
	gt_leave();
	return 0;
}
