/* C++: objects that static constructors made before the library was started keep their state; templates, inline statics, virtual functions;
 * destructors of statics run at exit and see the puts of peers. */
#include "../gt_shmem.h"

#include <map>
#include <string>
#include <vector>

struct Shape {
	virtual ~Shape() = default;
	virtual int sides() const = 0;
};
struct Square : Shape {
	int extra = 0;
	int sides() const override { return 4 + extra; }
};

static std::vector<int> numbers = {1, 2, 3};
static std::map<std::string, int> names = {{"one", 1}, {"two", 2}};
static std::string text = "a string that is too long for the small buffer inside of it";
static Square square;
static Shape *shape = &square;

template <class T> struct Holder {
	static T value;
};
template <class T> T Holder<T>::value = T(3);

static long symmetric = -1;

struct AtExit {
	int code = 11;
	~AtExit()
	{
		if (numbers.size() != 4 || symmetric != GT_PREV || code != 11)
			_exit(9);
	}
} at_exit;

static int &counted()
{
	static int calls = 100;
	return ++calls;
}

int main()
{
	numbers.push_back(4);
	counted();
	gt_start();
	CHECK(numbers.size() == 4 && numbers[0] == 1 && numbers[3] == 4, "vector");
	CHECK(names.size() == 2 && names["two"] == 2, "map");
	CHECK(text.size() == 59 && text.find("buffer") != std::string::npos, "string %zu", text.size());
	CHECK(shape->sides() == 4, "virtual call");
	CHECK(Holder<double>::value == 3.0 && Holder<int>::value == 3, "templates");
	CHECK(counted() == 102, "static of a function");

	shmem_barrier_all();
	shmem_long_p(&symmetric, gt_me, GT_NEXT);
	shmem_int_p(&square.extra, gt_me, GT_NEXT);
	shmem_double_p(&Holder<double>::value, gt_me + 0.25, GT_NEXT);
	shmem_barrier_all();
	CHECK(symmetric == GT_PREV, "%ld", symmetric);
	CHECK(shape->sides() == 4 + GT_PREV, "%d", shape->sides());
	CHECK(Holder<double>::value == GT_PREV + 0.25, "%f", Holder<double>::value);

	try { /* unwinding works with the mapped data segment */
		throw std::string("thrown");
	} catch (const std::string &s) {
		CHECK(s == "thrown", "%s", s.c_str());
	}
	for (int i = 0; i < 1000; i++)
		names[std::to_string(i)] = i;
	CHECK(names["999"] == 999, "map");
	return gt_finish();
}
