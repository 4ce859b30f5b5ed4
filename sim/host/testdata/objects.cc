// C++: constructors and destructors in order, exceptions that cross calls, streams, casts, clocks, thread_local.
#include <chrono>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

#include "check.h"
#include "world.h"

struct Noisy {
	std::string name;
	explicit Noisy(const char *n) : name(n) { std::cout << "construct " << name << std::endl; }
	~Noisy() { std::cout << "destroy " << name << std::endl; }
};

static Noisy first("first"), second("second");
thread_local Noisy local("local");
static std::map<std::string, int> table = {{"a", 1}, {"b", 2}};

static Noisy &lazy()
{
	static Noisy n("lazy");
	return n;
}

struct Base {
	virtual ~Base() = default;
	virtual int id() const { return 1; }
};
struct Left : virtual Base {
	int id() const override { return 2; }
};
struct Right : virtual Base {
};
struct Both : Left, Right {
	int id() const override { return 4; }
};

struct Guard {
	int &n;
	explicit Guard(int &n) : n(n) {}
	~Guard()
	{
		n++;
		world_nothing();
	}
};

struct Mine : std::runtime_error {
	long rank;
	Mine(const std::string &s, long r) : std::runtime_error(s), rank(r) {}
};

static int unwound;
static void thrower(int depth)
{
	Guard g(unwound);
	world_nothing();
	if (depth == 0)
		throw Mine("from below", world_rank());
	thrower(depth - 1);
}

int main(int argc, char **)
{
	const long me = world_rank();

	CHECK(local.name == "local");
	lazy();
	table["rank"] = me;
	for (int i = 0; i < 3; i++) {
		try {
			thrower(20);
			CHECK(false);
		} catch (const std::exception &e) { // other ranks catch theirs meanwhile
			world_barrier();
			CHECK(std::string(e.what()) == "from below");
			CHECK(dynamic_cast<const Mine &>(e).rank == me);
			CHECK(std::uncaught_exceptions() == 0);
			try {
				world_barrier();
				if (me % 2)
					throw;
				throw 5;
			} catch (int n) {
				CHECK(n == 5 && me % 2 == 0);
			} catch (const Mine &m) {
				world_barrier();
				CHECK(m.rank == me);
			}
			if (me % 2 == 0)
				world_barrier();
		}
	}
	CHECK(unwound == 63);
	try {
		std::vector<int>().at(3);
		CHECK(false);
	} catch (const std::out_of_range &) {
	}
	try {
		Base *none = argc < 1000 ? nullptr : new Both;
		CHECK(typeid(*none).name() == nullptr);
	} catch (const std::bad_typeid &) {
	}
	std::unique_ptr<Base> b(new Both);
	CHECK(b->id() == 4 && dynamic_cast<Right *>(b.get()) && typeid(*b) == typeid(Both));
	std::cout << std::setprecision(3) << std::fixed << 3.14159 << ' ' << std::hex << 255 << std::endl;
	world_barrier();
	std::cout << std::setw(8) << 2.5 << ' ' << 255 << '\n';
	printf("printf between\n");
	std::cout << "after" << '\n';
	std::ios_base::sync_with_stdio(false);
	std::cout << "after sync" << std::endl;
	std::ostringstream s;
	s << 1.5 << "|" << me;
	CHECK(s.str() == "1.5|" + std::to_string(me) && table["rank"] == me && table["b"] == 2);
	auto from = std::chrono::steady_clock::now();
	world_nothing();
	auto to = std::chrono::steady_clock::now();
	CHECK(to >= from);
	if (world_size() > 1)
		CHECK(to.time_since_epoch() < std::chrono::seconds(2)); // the driver's clock, through libstdc++
	if (argc > 1)
		throw Mine("nobody catches this", me);
	return 0;
}
