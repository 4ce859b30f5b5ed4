// For plugins.c: exceptions, objects with constructors and destructors, what exists once among all libraries of a program, thread-local objects.
#include <shmem.h>

#include <map>
#include <stdexcept>
#include <string>

namespace
{
std::map<std::string, int> counts;
struct Counter {
	int n = 0;
	~Counter() { counts.clear(); }
};
thread_local Counter local;
template <typename T> struct Once {
	static int n;
	static int next() { return ++n; }
};
template <typename T> int Once<T>::n = 0;
} // namespace

inline int &unique()
{
	static int n;
	return n;
}

struct Own : std::runtime_error {
	int value;
	explicit Own(int v) : std::runtime_error("own"), value(v) {}
};

static void throws(int me)
{
	shmem_barrier_all();
	throw Own(100 * ++counts["calls"] + me);
}

extern "C" int catches(int me)
{
	try {
		throws(me);
	} catch (const std::exception &e) {
		shmem_barrier_all(); // while the exception is in flight
		const Own &own = dynamic_cast<const Own &>(e);
		if (++local.n != Once<int>::next() || ++unique() != local.n)
			return -1;
		return own.value;
	}
	return -2;
}
