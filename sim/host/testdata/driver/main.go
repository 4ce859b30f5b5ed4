// Command driver is the library that the tests' programs are linked with: the simplest world there can be, round robin over ranks that send each
// other words and wait at barriers. Time passes when no rank can run.
package main

// #cgo CFLAGS: -std=gnu17 -O2 -Wall -Wextra
// #include "calls.h"
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
	"unsafe"

	"gasnetgo/sim/host"
)

func main() {}

type rank struct {
	*host.Rank
	state string
	until int64
	box   []int64
	shared
}

// gasnetgo_sim_main runs argv[2:] on argv[1] ranks.
//
//export gasnetgo_sim_main
func gasnetgo_sim_main(argc C.int, argv **C.char) C.int {
	runtime.LockOSThread()
	var args []string
	for _, p := range unsafe.Slice(argv, argc) {
		args = append(args, C.GoString(p))
	}
	n, _ := strconv.Atoi(args[1])
	return C.int(run(n, args[2:]))
}

func run(n int, args []string) int {
	began := time.Now()
	image, err := host.Load(args[0])
	if err != nil {
		fmt.Fprintln(os.Stderr, "driver:", err)
		return 125
	}
	stack, _ := strconv.ParseUint(os.Getenv("DRIVER_STACK"), 10, 64)
	if os.Getenv("DRIVER_COMPACT") != "" {
		if err := image.Compact(stack); err != nil {
			fmt.Fprintln(os.Stderr, "driver:", err)
			return 125
		}
	}
	ranks := make([]*rank, n)
	for i := range ranks {
		o := host.Options{Stack: stack, Host: os.Getenv("DRIVER_HOST")}
		if os.Getenv("DRIVER_TAG") != "" {
			o.Tag = fmt.Sprintf("[%d] ", i)
		}
		r, err := image.NewRank(i, args, append(os.Environ(), fmt.Sprint("RANK=", i)), o)
		if err != nil {
			fmt.Fprintln(os.Stderr, "driver:", err)
			return 125
		}
		ranks[i] = &rank{Rank: r}
	}
	loaded := time.Since(began)
	if os.Getenv("DRIVER_STOP") != "" {
		time.AfterFunc(300*time.Millisecond, host.Stop)
	}
	if os.Getenv("DRIVER_SLICE") != "" {
		time.AfterFunc(100*time.Millisecond, func() {
			if err := host.Slice(); err != nil {
				fmt.Fprintln(os.Stderr, "driver:", err)
			}
		})
	}
	slices := 0
	measured, cpu := os.Getenv("DRIVER_MEASURED") != "", int64(0)
	var clock int64 = 1_000_000_000
	status, left, resumes, waiting := 0, n, 0, 0
	for left > 0 {
		moved := false
		for i, r := range ranks {
			for r.state == "" || r.state == "sleep" && r.until <= clock {
				moved = true
				resumes++
				r.state = ""
				kind, took := host.Kind(0), int64(0)
				if measured {
					kind, took = r.ResumeMeasured()
					cpu += took
				} else {
					kind = r.Resume()
				}
				switch kind {
				case host.Frame:
					head := (*C.struct_call)(r.Frame())
					switch head.head.op {
					case C.RANK:
						head.answer = C.long(i)
					case C.SIZE:
						head.answer = C.long(n)
					case C.BARRIER:
						r.state = "barrier"
						if waiting++; waiting == left {
							for _, o := range ranks {
								if o.state == "barrier" {
									o.state = ""
								}
							}
							waiting = 0
						}
					case C.SEND:
						to := ranks[head.a]
						to.box = append(to.box, int64(head.b))
						if to.state == "receive" {
							(*C.struct_call)(to.Frame()).answer = C.long(to.box[0])
							to.box = to.box[1:]
							to.state = ""
						}
					case C.RECEIVE:
						if len(r.box) == 0 {
							r.state = "receive"
							break
						}
						head.answer = C.long(r.box[0])
						r.box = r.box[1:]
					case C.CALL: // like a handler of an active message
						r.Call(unsafe.Pointer(uintptr(head.a)), unsafe.Pointer(uintptr(head.b)))
					case C.SEGMENT:
						head.answer = C.long(r.segment(uint64(head.a), head.b != 0))
					case C.MAP:
						head.answer = C.long(r.mapOf(ranks[head.a]))
					case C.UNMAP:
						r.unmap(uint64(head.a))
					case C.ACCESSES:
						head.answer = C.long(r.logged(uintptr(head.a), int(head.b)))
					case C.NOTHING:
					}
				case host.Returned:
				case host.Request:
					a := r.Ask()
					switch a.Op() {
					case host.Now:
						clock += 10
						a.Answer(clock)
					case host.Counter:
						clock += 10
						a.AnswerCounter(uint64(clock), i/2, i%2)
						if os.Getenv("DRIVER_WHERE") != "" {
							fmt.Fprintf(os.Stderr, "driver: rank %d, %s:", i, a.Fn())
							for _, at := range r.Where() {
								fmt.Fprint(os.Stderr, " < ", at.Name())
							}
							fmt.Fprintln(os.Stderr)
						}
					case host.Sleep:
						r.state, r.until = "sleep", clock+a.Ns()
					case host.PlainLoad, host.PlainStore:
						clock += 10
						r.accessed(a)
					case host.Poll:
						r.polls(a)
						r.state = "poll"
					case host.Spin:
						slices++
						r.state, r.until = "sleep", clock
					case host.Yield:
						r.state, r.until = "sleep", clock
					case host.Pause:
						fmt.Fprintf(os.Stderr, "driver: rank %d waits in %s forever\n", i, a.Fn())
						return 124
					}
				case host.Exited:
					r.state = "over"
					if left--; r.Status() != 0 && status == 0 {
						status = r.Status()
					}
					if left > 0 && waiting == left {
						for _, o := range ranks {
							if o.state == "barrier" {
								o.state = ""
							}
						}
						waiting = 0
					}
				case host.Crashed:
					fmt.Fprintf(os.Stderr, "driver: rank %d: %s", i, r.Crash())
					return r.Status()
				case host.Refused:
					fmt.Fprintf(os.Stderr, "driver: rank %d: %s\n", i, r.Why())
					return 123
				}
				if r.state == "sleep" && r.until == clock {
					r.until++
					break
				}
			}
		}
		if moved {
			continue
		}
		next := int64(-1)
		for _, r := range ranks {
			if r.state == "sleep" && (next < 0 || r.until < next) {
				next = r.until
			}
		}
		if next < 0 {
			fmt.Fprintln(os.Stderr, "driver: no rank can run")
			for i, r := range ranks {
				fmt.Fprintf(os.Stderr, "rank %d: %v\n", i, r.Where())
				if at, ok := r.Site(); ok {
					fmt.Fprintf(os.Stderr, "site %d: %d %#x, %s\n", i, at.Object, at.Offset, image.Identity(at.Object))
				}
			}
			return 124
		}
		clock = next
	}
	if slices > 0 {
		fmt.Fprintf(os.Stderr, "driver: slices %d\n", slices)
	}
	if measured {
		fmt.Fprintf(os.Stderr, "driver: cpu_ms %d\n", cpu/1e6)
	}
	if os.Getenv("DRIVER_STATS") != "" {
		ran := time.Since(began) - loaded
		fmt.Fprintf(os.Stderr, "driver: ranks %d loaded_us %d ran_us %d resumes %d ns_per_resume %d rss_kb %d maps %d\n", n, loaded.Microseconds(),
			ran.Microseconds(), resumes, ran.Nanoseconds()/int64(resumes), rss(), maps())
	}
	return status
}

func rss() (kb int) {
	text, _ := os.ReadFile("/proc/self/statm")
	var size, pages int
	fmt.Sscan(string(text), &size, &pages)
	return pages * 4
}

func maps() (n int) {
	text, _ := os.ReadFile("/proc/self/maps")
	for _, c := range text {
		if c == '\n' {
			n++
		}
	}
	return n
}
