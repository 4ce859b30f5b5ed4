// Threads of C++ in a simulated rank: they wait in virtual time, have exceptions and thread_local objects of their own, and once is once.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include <shmem.h>

using us = std::chrono::microseconds;

static std::mutex mutex;
static std::condition_variable changed;
static int ready, gone;

struct Counts {
	int n = 0;
	~Counts() { gone += n; }
};
static thread_local Counts counts;

int main()
{
	shmem_init();
	const auto begin = std::chrono::steady_clock::now();
	std::vector<std::thread> all;
	for (int i = 0; i < 3; i++)
		all.emplace_back([i] {
			counts.n = 1 + i;
			try {
				if (i == 1)
					throw std::runtime_error("one");
			} catch (const std::exception &) {
				std::this_thread::sleep_for(us(1));
				counts.n += 10;
			}
			std::this_thread::sleep_for(us(5 * i));
			std::lock_guard<std::mutex> lock(mutex);
			ready++;
			changed.notify_all();
		});
	bool timeout;
	{
		std::unique_lock<std::mutex> lock(mutex);
		changed.wait(lock, [] { return ready == 3; });
		timeout = !changed.wait_for(lock, us(90), [] { return ready > 3; });
	}
	for (auto &t : all)
		t.join();
	auto answer = std::async(std::launch::async, [] {
		std::this_thread::sleep_for(us(100));
		return 42;
	});
	const int got = answer.get();
	auto fails = std::async(std::launch::async, []() -> int { throw std::logic_error("none"); });
	int caught = 0, times = 0;
	try {
		fails.get();
	} catch (const std::logic_error &) {
		caught++;
	}
	std::once_flag once;
	try {
		std::call_once(once, [&] {
			times++;
			throw 1;
		});
	} catch (int) {
		caught++;
	}
	std::thread first([&] {
		std::call_once(once, [&] {
			times++;
			std::this_thread::sleep_for(us(10));
		});
	});
	std::thread second([&] { std::call_once(once, [&] { times += 100; }); });
	first.join();
	second.join();
	std::atomic<int> word{0};
	std::thread sets([&] {
		std::this_thread::sleep_for(us(1000));
		word = 1;
		word.notify_all();
	});
	word.wait(0);
	sets.join();
	std::shared_mutex shared;
	{
		std::shared_lock<std::shared_mutex> reads(shared), reads_too(shared);
	}
	std::unique_lock<std::shared_mutex> writes(shared);
	const long took = std::chrono::duration_cast<us>(std::chrono::steady_clock::now() - begin).count();
	printf("%d: ready %d, gone %d, timeout %d, got %d, caught %d, times %d, cores %u, %ld us\n", shmem_my_pe(), ready, gone, timeout, got, caught,
	       times, std::thread::hardware_concurrency(), took);
	shmem_finalize();
}
