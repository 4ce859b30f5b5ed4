package packaging

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHeadersInsideExternC: C++ programs may include any header that programs include by name inside extern "C".
func TestHeadersInsideExternC(t *testing.T) {
	include := filepath.Join("..", "include")
	var headers []string
	for _, pattern := range []string{"*.h", "mpp/*.h", "portals/*.h", "p3rt/*.h", "catamount/*.h"} {
		found, err := filepath.Glob(filepath.Join(include, pattern))
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		headers = append(headers, found...)
	}
	versions := map[string][]string{"g++": {"-std=c++11"}, "clang++": {"-std=c++20"}}
	if os.Getenv("GASNETGO_WIDE") != "" { // make test-long
		versions = map[string][]string{"g++": {"-std=c++11", "-std=c++20"}, "clang++": {"-std=c++11", "-std=c++20"}}
	}
	for compiler, standards := range versions {
		t.Run(compiler, func(t *testing.T) {
			need(t, compiler)
			for _, path := range headers {
				name, err := filepath.Rel(include, path)
				require.NoError(t, err)
				t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) {
					dir := t.TempDir()
					text := "#define GASNET_PAR 1\nextern \"C\" {\n#include <" + name + ">\n}\n"
					require.NoError(t, os.WriteFile(filepath.Join(dir, "x.cc"), []byte(text), 0o644))
					for _, std := range standards {
						do(t, "..", nil, compiler, std, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-Iinclude", filepath.Join(dir, "x.cc"))
					}
				})
			}
		})
	}
}
