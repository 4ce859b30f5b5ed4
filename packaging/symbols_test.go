package packaging

import (
	"debug/elf"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The symbols that headers declare or a table exports, those of the linker's list, and those that the library exports are the same set: no declared name is
// missing, and no internal name of Go or of the library can clash with a name of the program.
func TestSymbols(t *testing.T) {
	functions, data := declarations(t)
	for name := range clientVariables(t) {
		require.Contains(t, data, name)
		delete(data, name)
	}
	require.Greater(t, len(functions), 500)
	require.Contains(t, data, "ptl_err_str")
	beside := tableExports(t)
	promised := sorted(union(functions, data, beside, fortranSymbols(t)))
	require.Equal(t, promised, exportMap(t), "headers, tables and capi/exports.map")

	library := filepath.Join(build(t), "lib", "libgasnetgo.so.1")
	f, err := elf.Open(library)
	require.NoError(t, err)
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	require.NoError(t, err)
	shown := make(map[string]bool)
	for _, s := range symbols {
		if s.Section == elf.SHN_UNDEF || elf.ST_BIND(s.Info) == elf.STB_LOCAL {
			continue
		}
		// The linker copies data into the program, which is only correct for symbols that an API defines as data.
		if elf.ST_TYPE(s.Info) != elf.STT_FUNC {
			require.True(t, data[s.Name] || beside[s.Name], "%s: not a function", s.Name)
		}
		shown[s.Name] = true
	}
	require.Equal(t, promised, sorted(shown), "headers, tables and the library's dynamic symbols")

	soname, err := f.DynString(elf.DT_SONAME)
	require.NoError(t, err)
	require.Equal(t, []string{"libgasnetgo.so.1"}, soname)
	needed, err := f.ImportedLibraries()
	require.NoError(t, err)
	for _, lib := range needed {
		require.Regexp(t, `^(libc|libpthread|libdl|librt|ld-linux.*)\.so`, lib, "the library may need nothing but the C library")
	}
}

// glibc reserves about 1,600 bytes for the thread-local storage of all libraries that are loaded late, as by Python's ctypes. If the library needs more, a
// program cannot load it.
func TestThreadLocal(t *testing.T) {
	f, err := elf.Open(filepath.Join(build(t), "lib", "libgasnetgo.so.1"))
	require.NoError(t, err)
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_TLS {
			require.LessOrEqual(t, p.Memsz, uint64(1024), "bytes of thread-local storage: make it smaller, or take it from the heap")
		}
	}
}

// Every function has its profiling twin, and a plain name can be replaced because it is weak.
func TestTwins(t *testing.T) {
	f, err := elf.Open(filepath.Join(build(t), "lib", "libgasnetgo.so.1"))
	require.NoError(t, err)
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	require.NoError(t, err)
	at := make(map[string]elf.Symbol)
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF {
			at[s.Name] = s
		}
	}
	for name, s := range at {
		if !strings.HasPrefix(name, "shmem_") || strings.HasSuffix(name, "_i8_") { // those are reached by jumps, which a program may replace
			continue
		}
		twin, ok := at["p"+name]
		require.True(t, ok, "%s has no twin", name)
		require.Equal(t, twin.Value, s.Value, name)
		require.Equal(t, elf.STB_WEAK, elf.ST_BIND(s.Info), name)
	}
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

func union(sets ...map[string]bool) map[string]bool {
	all := make(map[string]bool)
	for _, s := range sets {
		maps.Copy(all, s)
	}
	return all
}

// tableExports are the names that the tables under api/ export without a header.
func tableExports(t *testing.T) map[string]bool { return tableNames(t, "export") }

// clientVariables are declared by headers and defined by the program.
func clientVariables(t *testing.T) map[string]bool { return tableNames(t, "client") }

func tableNames(t *testing.T, directive string) map[string]bool {
	files, err := filepath.Glob("../api/*.tbl")
	require.NoError(t, err)
	set := make(map[string]bool)
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`(?m)^`+directive+`\s+(\w+)`).FindAllStringSubmatch(string(text), -1) {
			set[m[1]] = true
		}
	}
	return set
}

// exportMap reads the names that capi/exports.map exports.
func exportMap(t *testing.T) []string {
	text, err := os.ReadFile("../capi/exports.map")
	require.NoError(t, err)
	body := regexp.MustCompile(`(?s)/\*.*?\*/|#[^\n]*`).ReplaceAllString(string(text), "")
	_, body, ok := strings.Cut(body, "global:")
	require.True(t, ok)
	body, _, ok = strings.Cut(body, "local:")
	require.True(t, ok)
	set := make(map[string]bool)
	for name := range strings.SplitSeq(body, ";") {
		if name = strings.TrimSpace(name); name != "" {
			require.NotContains(t, name, "*", "names one by one")
			set[name] = true
		}
	}
	return sorted(set)
}

var (
	lineMark  = regexp.MustCompile(`^# \d+ "([^"]*)"`)
	prototype = regexp.MustCompile(`([A-Za-z_]\w*)\s*\(`)
	variable  = regexp.MustCompile(`extern [^(]*?([A-Za-z_]\w*)(\[\])?$`)
	attribute = regexp.MustCompile(`__attribute__\s*\(\(.*?\)\)`)
)

// withoutBodies replaces everything between braces by a semicolon.
func withoutBodies(text string) string {
	var b strings.Builder
	depth := 0
	for _, c := range text {
		switch {
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				b.WriteByte(';')
			}
		case depth == 0:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// declarations returns the functions and variables of all headers, as a C compiler sees them.
func declarations(t *testing.T) (functions, data map[string]bool) {
	include, err := filepath.Abs("../include")
	require.NoError(t, err)
	functions, data = make(map[string]bool), make(map[string]bool)
	for _, ex := range []bool{false, true} { // headers of GASNet-EX have names and guards of GASNet-1's
		declared(t, include, ex, functions, data)
	}
	return functions, data
}

// declared adds what the headers declare: those of GASNet-EX, or all others.
func declared(t *testing.T, include string, ex bool, functions, data map[string]bool) {
	var unit strings.Builder
	require.NoError(t, filepath.WalkDir(include, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".h") && strings.HasPrefix(path, filepath.Join(include, "gasnetex")) == ex {
			unit.WriteString("#include \"" + path + "\"\n")
		}
		return err
	}))
	folders := []string{"-I" + include}
	if ex {
		folders = []string{"-I" + filepath.Join(include, "gasnetex"), "-I" + include}
	}
	cmd := exec.Command(cc(), append(folders, "-std=c11", "-DGASNET_SEQ", "-DGASNETGO_OUT_OF_LINE", "-E", "-x", "c", "-")...)
	cmd.Stdin = strings.NewReader(unit.String())
	out, err := cmd.Output()
	require.NoError(t, err)

	var ours strings.Builder
	mine := false
	for line := range strings.Lines(string(out)) {
		if m := lineMark.FindStringSubmatch(line); m != nil {
			mine = strings.HasPrefix(m[1], include)
		} else if mine && !strings.HasPrefix(line, "#") {
			ours.WriteString(line)
		}
	}
	for statement := range strings.SplitSeq(withoutBodies(attribute.ReplaceAllString(ours.String(), "")), ";") {
		statement = strings.TrimSpace(statement)
		if strings.HasPrefix(statement, "typedef") || strings.HasPrefix(statement, "static") {
			continue
		}
		if m := prototype.FindStringSubmatch(statement); m != nil {
			functions[m[1]] = true
		} else if m := variable.FindStringSubmatch(statement); m != nil {
			data[m[1]] = true
		}
	}
}
