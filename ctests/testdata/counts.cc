// counts.cc - the virtual time of what C++ compiles to: templates, containers, exceptions.
#include <shmem.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <time.h>
#include <vector>

static long long now()
{
	timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

template <class T> static T sum(const std::vector<T> &all)
{
	T s{};

	for (const T &x : all) {
		if (x < 0)
			throw std::runtime_error("negative");
		s += x;
	}
	return s;
}

int main()
{
	std::vector<double> v(1000);
	std::map<std::string, int> names;
	int thrown = 0;
	double s = 0;
	long long took;

	shmem_init();
	for (size_t i = 0; i < v.size(); i++)
		v[i] = double(i * 7919 % 1009);
	took = now();
	std::sort(v.begin(), v.end());
	for (int i = 0; i < 100; i++)
		names[std::to_string(i * 31 % 47)]++;
	for (size_t i = 0; i < 30; i++) {
		try {
			if (i % 3 == 0)
				v[i] = -1;
			s += sum(v);
		} catch (const std::exception &) {
			thrown++;
			v[i] = 1;
		}
	}
	took = now() - took;
	std::printf("%d: %lld ns, %g, %d, %zu\n", shmem_my_pe(), took, s, thrown, names.size());
	shmem_finalize();
}
