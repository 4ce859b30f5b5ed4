//go:build profile

package capi

import (
	"fmt"
	"os"
	"runtime/pprof"
	"time"
)

// A library built with the tag profile writes CPU profiles of itself: one file a second into the folder GASNETGO_PROFILE. scripts/profile.sh combines them into
// loads.pgo, which tells the compiler the most frequent calls (docs/perf/measuring.md).
func init() {
	if dir := os.Getenv("GASNETGO_PROFILE"); dir != "" {
		go profile(dir)
	}
}

func profile(dir string) {
	for i := 0; ; i++ {
		f, err := os.Create(fmt.Sprintf("%s/%d.%d.prof", dir, os.Getpid(), i))
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "gasnetgo: GASNETGO_PROFILE:", err)
			return
		}
		time.Sleep(time.Second)
		pprof.StopCPUProfile()
		f.Close()
	}
}
