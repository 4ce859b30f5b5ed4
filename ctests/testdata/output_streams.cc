// output_streams WAY WAIT PREFIX - what C++ and C hold when rank 0 ends the job: std::cout, std::clog and std::wcerr with buffers of their own, a global
// ofstream, a FILE, exit handlers, a destructor. WAY: end (of the API), crash, return (of rank 0, which fails). WAIT: how the others wait: meet, sleep, compute, poll. Files are PREFIX.rank and
// PREFIX.rank.FILE. Compile with -DAPI_SHMEM, -DAPI_GASNET or -DAPI_ARMCI.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <poll.h>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

#if defined(API_SHMEM)
#include <shmem.h>
static int start(int *, char ***) { return shmem_init(), shmem_my_pe(); }
static void meet() { shmem_barrier_all(); }
static void end(int status) { shmem_global_exit(status); }
#elif defined(API_GASNET)
#define GASNET_SEQ 1
#include <gasnet.h>
static int start(int *argc, char ***argv)
{
	return gasnet_init(argc, argv), gasnet_attach(nullptr, 0, GASNET_PAGESIZE, 0), static_cast<int>(gasnet_mynode());
}
static void meet()
{
	gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
	gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
}
static void end(int status) { gasnet_exit(status); }
#else
#include <armci.h>
static int start(int *, char ***) { return ARMCI_Init(), armci_msg_me(); }
static void meet() { ARMCI_Barrier(); }
static void end(int status) { ARMCI_Error("the end", status); }
#endif

static int me = -1;
static std::ofstream file;
static struct Static {
	~Static() { std::fprintf(stderr, "destructor of %d\n", me); }
} object;

static volatile double sink;

static void wait(const std::string &how)
{
	if (how == "sleep")
		sleep(1000);
	if (how == "poll")
		poll(nullptr, 0, 1000000);
	while (how == "compute")
		sink = sink * 1.0001 + 1;
	meet();
}

int main(int argc, char **argv)
{
	const std::string way = argv[1], how = argv[2];

	setrlimit(RLIMIT_CORE, new rlimit{0, 0});
	std::ios::sync_with_stdio(false);
	me = start(&argc, &argv);
	const std::string name = std::string(argv[3]) + "." + std::to_string(me);
	file.open(name);
	std::FILE *c = std::fopen((name + ".FILE").c_str(), "w");
	std::atexit([] { std::fprintf(stderr, "atexit of %d\n", me); });
	std::cout << "cout of " << me << "\n";
	std::clog << "clog of " << me << "\n";
	std::printf("printf of %d\n", me);
	file << "ofstream of " << me << "\n";
	std::fprintf(c, "FILE of %d\n", me);
	meet();
	if (me != 0) {
		wait(how);
		return 0;
	}
	usleep(100000); // the others wait by then
	if (way == "crash")
		*reinterpret_cast<volatile int *>(8) = 1;
	if (way == "return")
		return 3;
	end(3);
}
