package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"gasnetgo/job"
)

// filesPMIx is a PMIx whose server is a folder: enough to test what Attach does with one.
type filesPMIx struct {
	dir        string
	rank, size int
	fences     int
	pending    map[string]string
}

func fakePMIx(dir string) job.PMIx {
	if dir == "" {
		return nil
	}
	return &filesPMIx{dir: dir, pending: map[string]string{}}
}

// perhapsMute never returns in the call that a test wants no reply to.
func perhapsMute(call string) {
	if os.Getenv("TEST_PMIX_MUTE") == call {
		select {}
	}
}

func (f *filesPMIx) Init() (rank, size int, nspace string, err error) {
	perhapsMute("init")
	if f.rank, err = strconv.Atoi(os.Getenv("PMIX_RANK")); err != nil {
		return 0, 0, "", err
	}
	if f.size, err = strconv.Atoi(os.Getenv("TEST_PMIX_SIZE")); err != nil {
		return 0, 0, "", errors.New("no server")
	}
	return f.rank, f.size, os.Getenv("PMIX_NAMESPACE"), nil
}

func (f *filesPMIx) path(rank int, key string) string {
	return filepath.Join(f.dir, strconv.Itoa(rank)+"."+key)
}

func (f *filesPMIx) Put(key, value string) error {
	f.pending[key] = value
	return nil
}

func (f *filesPMIx) Fence() error {
	perhapsMute("fence")
	for key, value := range f.pending {
		if err := os.WriteFile(f.path(f.rank, key), []byte(value), 0o600); err != nil {
			return err
		}
	}
	clear(f.pending) // others read these files from now on
	f.fences++
	mark := "fence" + strconv.Itoa(f.fences)
	if err := os.WriteFile(f.path(f.rank, mark), nil, 0o600); err != nil {
		return err
	}
	for r := range f.size {
		for {
			if _, err := os.Stat(f.path(r, mark)); err == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
	return nil
}

func (f *filesPMIx) Get(rank int, key string) (string, error) {
	perhapsMute("get")
	b, err := os.ReadFile(f.path(rank, key))
	return string(b), err
}

func (f *filesPMIx) Finalize() error { return f.Put("final", "") }

func (f *filesPMIx) Abort(status int, msg string) error {
	return os.WriteFile(f.path(f.rank, "abort"), []byte(strconv.Itoa(status)+" "+msg), 0o600)
}
