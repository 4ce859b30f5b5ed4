package sisci

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gasnetgo/sisci/nodes"
)

func TestIDs(t *testing.T) {
	ids, err := readIDs("", 3)
	require.NoError(t, err)
	require.Equal(t, []uint32{4, 8, 12}, ids)
	ids, err = readIDs("7, 65535,1", 3)
	require.NoError(t, err)
	require.Equal(t, []uint32{7, 65535, 1}, ids)
	for text, says := range map[string]string{
		"7,8":     "GASNETGO_SISCI_NODES=7,8: 2 ids for 3 ranks",
		"7,8,7":   "GASNETGO_SISCI_NODES=7,8,7: two nodes have the id 7",
		"7,0,1":   `GASNETGO_SISCI_NODES=7,0,1: "0" is no id of a node, which is from 1 to 65535`,
		"7,-1,1":  `GASNETGO_SISCI_NODES=7,-1,1: "-1" is no id of a node, which is from 1 to 65535`,
		"7,,1":    `GASNETGO_SISCI_NODES=7,,1: "" is no id of a node, which is from 1 to 65535`,
		"65536,1": `GASNETGO_SISCI_NODES=65536,1: "65536" is no id of a node, which is from 1 to 65535`,
	} {
		_, err = readIDs(text, 3)
		require.EqualError(t, err, says)
	}
}

// TestIDsOfFile: the ids may be in a file, in GASNet's format.
func TestIDsOfFile(t *testing.T) {
	file := "@" + filepath.Join(t.TempDir(), nodes.FileName)
	_, err := readIDs(file, 3)
	require.ErrorContains(t, err, "GASNETGO_SISCI_NODES="+file+": ")
	require.ErrorIs(t, err, os.ErrNotExist)
	for text, says := range map[string]string{
		"3\n8; 12; 4;\n":    "",
		"2\n8; 12;\n":       "2 ids for 3 ranks",
		"3\n8; 0; 4;\n":     "0 is no id of a node, which is from 1 to 65535",
		"3\n8; 12;\n":       "line 3: the file ends after 2 SCI ids, but line 1 says 3",
		"3\n8; 99999; 4;\n": "99999 is no id of a node, which is from 1 to 65535",
	} {
		require.NoError(t, os.WriteFile(file[1:], []byte(text), 0o600))
		ids, err := readIDs(file, 3)
		if says == "" {
			require.NoError(t, err)
			require.Equal(t, []uint32{8, 12, 4}, ids)
			continue
		}
		require.EqualError(t, err, "GASNETGO_SISCI_NODES="+file+": "+says)
	}
}
