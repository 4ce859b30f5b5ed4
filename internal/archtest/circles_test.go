package archtest

import (
	"bytes"
	"debug/elf"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// object is a compiled C file: its name, the symbols that it defines for other files, and those that it uses of them.
type object struct {
	file          string
	defines, uses []string
}

// objectsOf reads the objects of C files from a package's archive, as Go's build cache has it.
func objectsOf(archive []byte) (all []object, err error) {
	rest, ok := bytes.CutPrefix(archive, []byte("!<arch>\n"))
	if !ok {
		return nil, fmt.Errorf("no archive")
	}
	for len(rest) > 60 {
		size, err := strconv.Atoi(strings.TrimSpace(string(rest[48:58])))
		if err != nil || size > len(rest)-60 {
			return nil, fmt.Errorf("a member of %q bytes", rest[48:58])
		}
		member := rest[60 : 60+size]
		rest = rest[min(60+size+size%2, len(rest)):]
		if !bytes.HasPrefix(member, []byte(elf.ELFMAG)) {
			continue
		}
		o, err := objectOf(member)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(o.file, ".c") && !strings.HasPrefix(o.file, "_cgo_") {
			all = append(all, o)
		}
	}
	return all, nil
}

func objectOf(text []byte) (o object, err error) {
	f, err := elf.NewFile(bytes.NewReader(text))
	if err != nil {
		return o, err
	}
	symbols, err := f.Symbols()
	if err != nil {
		return o, err
	}
	for _, s := range symbols {
		switch {
		case elf.ST_TYPE(s.Info) == elf.STT_FILE && o.file == "":
			o.file = s.Name
		case elf.ST_BIND(s.Info) == elf.STB_LOCAL:
		case s.Section == elf.SHN_UNDEF:
			o.uses = append(o.uses, s.Name)
		default:
			o.defines = append(o.defines, s.Name)
		}
	}
	return o, nil
}

// circles are the shortest ways by which files use each other in a circle, one for each pair of files that do: "a.c uses x of b.c; b.c uses y of a.c".
func circles(objects []object) (all []string) {
	home := map[string]string{}
	for _, o := range objects {
		for _, s := range o.defines {
			home[s] = o.file
		}
	}
	uses := map[string]map[string][]string{} // by user, by used file: symbols
	for _, o := range objects {
		uses[o.file] = map[string][]string{}
		for _, s := range o.uses {
			if at := home[s]; at != "" && at != o.file {
				uses[o.file][at] = append(uses[o.file][at], s)
			}
		}
	}
	seen := map[string]bool{}
	for _, from := range slices.Sorted(maps.Keys(uses)) {
		way := shortest(uses, from)
		key := strings.Join(slices.Sorted(slices.Values(way)), " ")
		if way == nil || seen[key] {
			continue
		}
		seen[key] = true
		var steps []string
		for i, file := range way {
			next := way[(i+1)%len(way)]
			steps = append(steps, fmt.Sprintf("%s uses %s of %s", file, strings.Join(slices.Sorted(slices.Values(uses[file][next])), ", "), next))
		}
		all = append(all, strings.Join(steps, "; "))
	}
	return all
}

// shortest is the shortest circle of files through one of them; nil if there is none.
func shortest(uses map[string]map[string][]string, from string) (way []string) {
	before := map[string]string{}
	queue := []string{from}
	for len(queue) > 0 {
		file := queue[0]
		queue = queue[1:]
		for _, next := range slices.Sorted(maps.Keys(uses[file])) {
			if next == from {
				for way = []string{file}; file != from; way = append(way, file) {
					file = before[file]
				}
				slices.Reverse(way)
				return way
			}
			if _, known := before[next]; !known {
				before[next] = file
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// The C files of a folder use each other in one direction only.
func TestCircles(t *testing.T) {
	var folders []string
	for f := range below(Folders) {
		folders = append(folders, "capi/"+f)
	}
	slices.Sort(folders)
	script := `GO=${GO:-go}; . scripts/compilers.sh; . scripts/library.sh; library_objects "$@"`
	c := exec.Command("bash", append([]string{"-c", script, "bash"}, folders...)...)
	c.Dir = root(t)
	list, err := c.Output()
	require.NoError(t, err)
	found := 0
	for line := range strings.Lines(string(list)) {
		path, archive, _ := strings.Cut(strings.TrimSpace(line), " ")
		folder := strings.TrimPrefix(path, module+"capi/")
		text, err := os.ReadFile(archive)
		require.NoError(t, err)
		objects, err := objectsOf(text)
		require.NoError(t, err, folder)
		found += len(objects)
		require.Empty(t, circles(objects), "capi/%s: move what the files share into one of its own", folder)
	}
	require.Greater(t, found, 100)
}

// The rule finds circles of two files and of more, and one for each.
func TestCirclesBite(t *testing.T) {
	require.Equal(t, []string{
		"a.c uses y, z of b.c; b.c uses x of a.c",
		"c.c uses v of d.c; d.c uses w of e.c; e.c uses u of c.c",
	}, circles([]object{
		{"a.c", []string{"x"}, []string{"z", "y", "printf"}}, {"b.c", []string{"y", "z"}, []string{"x"}}, {"c.c", []string{"u"}, []string{"v", "x"}},
		{"d.c", []string{"v"}, []string{"w"}}, {"e.c", []string{"w"}, []string{"u", "y"}}, {"f.c", nil, []string{"x", "u"}},
	}))
}
