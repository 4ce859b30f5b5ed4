package ctests

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gasnetgo/internal/kept"
	"gasnetgo/internal/signaltest"
)

// paths: set once by TestMain, read by all tests.
type places struct {
	root     string // of the repository
	build    string // installed layout: bin, lib, include
	work     string // compiled programs of this run
	shm      map[string]bool
	program  *cache
	progress progress
	running  sync.Map // pids of launchers of jobs that run
}

var at places

func TestMain(m *testing.M) {
	signaltest.Default()
	flag.Parse()
	if flag.Lookup("test.list").Value.String() != "" {
		os.Exit(m.Run())
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	if at.root, err = filepath.Abs(".."); err != nil {
		return fail(err)
	}
	if at.build = os.Getenv("GASNETGO_BUILD"); at.build == "" {
		dir := os.Getenv("BUILD") // as the Makefile has it
		if dir == "" {
			dir = "build"
		}
		if at.build = dir; !filepath.IsAbs(dir) {
			at.build = filepath.Join(at.root, dir)
		}
		mk := exec.Command("make", "-s", "build")
		mk.Dir = at.root
		mk.Env = append(os.Environ(), "BUILD="+at.build, "MAKEFLAGS=", "MAKELEVEL=")
		if out, err := mk.CombinedOutput(); err != nil {
			return fail(fmt.Errorf("make build: %w\n%s", err, out))
		}
	}
	if at.build, err = filepath.Abs(at.build); err != nil {
		return fail(err)
	}
	if _, err := os.Stat(filepath.Join(at.build, "lib", "libgasnetgo.so")); err != nil {
		return fail(err)
	}
	if at.work, err = os.MkdirTemp("", "ctests-"); err != nil {
		return fail(err)
	}
	defer os.RemoveAll(at.work)
	folder := filepath.Join(at.build, ".obj", "programs")
	if _, err := os.Stat(filepath.Dir(folder)); err != nil {
		folder = filepath.Join(at.work, ".programs") // an installation
	}
	programs, err := kept.Open(folder, filepath.Join(at.build, "include"), ".", "../examples")
	if err != nil {
		return fail(err)
	}
	at.program = &cache{kept: programs, built: map[string]*built{}}
	at.shm = sharedMemoryNames()
	at.progress.running = map[string]time.Time{}
	if file := os.Getenv("GASNETGO_TIMES"); file != "" {
		if at.progress.times, err = os.OpenFile(file, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666); err != nil {
			return fail(err)
		}
	}
	if names, err := shared(); err != nil {
		return fail(err)
	} else if len(names) > 1 {
		return workers(names)
	}
	if !isWorker() {
		go at.progress.print()
	}
	parallel := "4" // tests that mostly wait: see ownProgram
	if isWorker() {
		parallel = "2" // beside the other workers
	}
	if err := flag.Set("test.parallel", parallel); err != nil {
		return fail(err)
	}
	// Variables of the caller's shell for the library must not affect the tests.
	for _, name := range []string{"SHMEM_SYMMETRIC_SIZE", "SMA_SYMMETRIC_SIZE", "SHMEM_SYMMETRIC_HEAP_SIZE", "XT_SYMMETRIC_HEAP_SIZE", "GASNETGO_PLANE", "GASNETGO_COLL_WINDOW", "GASNETGO_SHMEM_TRANSPORT", "GASNETGO_NPROCS", "GASNETGO_DEBUG", "GASNETGO_SPIN",
		"SHMEM_INFO", "SMA_INFO", "SHMEM_DEBUG", "SMA_DEBUG", "SHMEM_VERSION", "SMA_VERSION", "GASNETGO_BIND", "GASNETGO_TIMEOUT"} {
		os.Unsetenv(name)
	}
	return m.Run()
}

func fail(err error) int {
	fmt.Fprintln(os.Stderr, "ctests:", err)
	return 1
}
