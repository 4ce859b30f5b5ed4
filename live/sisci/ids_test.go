package sisci

import (
	"testing"

	"github.com/stretchr/testify/require"
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
