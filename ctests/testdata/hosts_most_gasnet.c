/* hosts_most_gasnet.c - a GASNet program whose segments are as large as the library lets them be. */
#include "../gt_gasnet.h"

int main(int argc, char **argv)
{
	GT_OK(gasnet_init(&argc, &argv));
	GT_BEGIN((int)gasnet_mynode(), (int)gasnet_nodes());
	GT_OK(gasnet_attach(NULL, 0, gasnet_getMaxGlobalSegmentSize(), 0));
	gt_leave();
}
