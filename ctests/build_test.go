package ctests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/internal/kept"
)

// variant is one way to build a program. The empty name is the plain one.
type variant struct {
	name  string
	flags []string // after the defaults, so that they win
}

var plain = variant{}

// cache builds each program once per variant and run, or takes it from an earlier run.
type cache struct {
	kept  *kept.Folder
	mu    sync.Mutex
	built map[string]*built // guarded by mu
}

type built struct {
	once sync.Once
	path string
	text string // of the compiler
	err  error
}

// get returns the executable of a source file, given relative to this folder.
func (c *cache) get(t testing.TB, source string, v variant) string {
	t.Helper()
	b := c.build(source, v)
	require.NoError(t, b.err, "%s\n%s", source, b.text)
	return b.path
}

func (c *cache) build(source string, v variant) *built {
	c.mu.Lock()
	key := source + " " + v.name
	b := c.built[key]
	if b == nil {
		b = &built{}
		c.built[key] = b
	}
	c.mu.Unlock()
	b.once.Do(func() {
		name := strings.NewReplacer("../", "", "/", "-", ".c", "").Replace(strings.TrimPrefix(source, at.work+"/"))
		if v.name != "" {
			name += "-" + v.name
		}
		b.path = filepath.Join(at.work, name)
		cc := compile(source, b.path, v.flags)
		b.text, b.err = c.kept.Build(cc.Path, cc.Args, source, b.path, cc.CombinedOutput)
	})
	return b
}

// all builds many at once, for speed only: a test calls get for its program, and get reports errors.
func (c *cache) all(programs []program) {
	var wait sync.WaitGroup
	room := make(chan struct{}, 3)
	for _, p := range programs {
		for _, v := range p.variants {
			wait.Add(1)
			go func() {
				defer wait.Done()
				room <- struct{}{}
				c.build(p.source, v)
				<-room
			}()
		}
	}
	wait.Wait()
}

func compile(source, to string, flags []string) *exec.Cmd {
	switch filepath.Ext(source) {
	case ".F90", ".f90", ".f":
		return compileFortran(source, to, flags)
	}
	cc, std := os.Getenv("CC"), "-std=gnu11"
	if cc == "" {
		cc = "cc"
	}
	if filepath.Ext(source) == ".cc" {
		cc, std = "c++", "-std=c++17"
	}
	lib := filepath.Join(at.build, "lib")
	speed := []string{"-O1", "-g1"} // takes the compiler half as long
	if wide {
		speed = []string{"-O2", "-g"}
	}
	args := append([]string{std}, speed...)
	args = append(args, "-Wall", "-Wextra", "-Werror")
	if strings.HasPrefix(source, "gex/") { // its gasnet.h is another one
		args = append(args, "-I"+filepath.Join(exPrefix(), "include"))
	}
	args = append(args, "-I"+filepath.Join(at.build, "include"))
	args = append(args, flags...)
	args = append(args, source, "-o", to, "-L"+lib, "-lgasnetgo", "-Wl,-rpath,"+lib, "-lm", "-pthread")
	return exec.Command(cc, args...)
}
