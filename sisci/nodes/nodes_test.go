package nodes

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for text, want := range map[string][]uint32{
		"1\n4;":                       {4},
		"3\n 4; 8; 12;\n":             {4, 8, 12},
		"3 \r\n4;8,\n\n12":            {4, 8, 12},
		"2\n0 : 2147483647 : \n \n\n": {0, 2147483647},
	} {
		got, err := Parse(text)
		require.NoError(t, err, "%q", text)
		require.Equal(t, want, got, "%q", text)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                         `line 1: "" is not a number of ranks with at most 5 digits`,
		"two\n4; 8;":               `line 1: "two" is not a number of ranks with at most 5 digits`,
		"-1\n":                     `line 1: "-1" is not a number of ranks with at most 5 digits`,
		"2 4; 8;":                  `line 1: "2 4; 8;" is not a number of ranks with at most 5 digits`,
		"100000\n4;":               `line 1: "100000" is not a number of ranks with at most 5 digits`,
		"0\n":                      `line 1: 0 ranks, but a job has at least 1`,
		"2\n4;\n\n":                `line 4: the file ends after 1 SCI id, but line 1 says 2`,
		"2\n4;\n8; \n12;":          `line 4: "12;" follows, but line 1 says 2`,
		"3\n4;\n8;\n4;":            `line 4: rank 2 has the SCI id 4, which line 2 gives to another rank`,
		"2\n4; n8;":                `line 2: "n8;" is no SCI id, which is a decimal number`,
		"2\n4;; 8;":                `line 2: ";" is no SCI id, which is a decimal number`,
		"2\n-4; 8;":                `line 2: "-4;" is no SCI id, which is a decimal number`,
		"2\n4 8":                   `line 2: no character, such as a semicolon, separates the SCI id 8 from the one before`,
		"2\n4;\n4294967296;":       `line 3: the SCI id 4294967296 is more than 2147483647`,
		"1\n99999999999999999999;": `line 2: the SCI id 99999999999999999999 is more than 2147483647`,
	} {
		_, err := Parse(text)
		require.EqualError(t, err, want, "%q", text)
	}
}

const network = "n0 4\nn1 8\n  n2\t12\nn3 16\n\nnotes follow\n"

func TestMachines(t *testing.T) {
	all, err := ParseMachines(network)
	require.NoError(t, err)
	require.Equal(t, []Machine{{"n0", 4}, {"n1", 8}, {"n2", 12}, {"n3", 16}}, all)

	chosen, err := Choose(all, nil, 3)
	require.NoError(t, err)
	require.Equal(t, []uint32{4, 8, 12}, IDs(chosen))
	require.Equal(t, "3\n4; 8; 12;\n", Format(IDs(chosen)))

	job, err := ParseJob("n3\nn1\nn0\n\nn9\n")
	require.NoError(t, err)
	chosen, err = Choose(all, job, 2)
	require.NoError(t, err)
	require.Equal(t, []Machine{{"n3", 16}, {"n1", 8}}, chosen)
}

func TestMachinesErrors(t *testing.T) {
	for text, want := range map[string]string{
		"n0\n":               `line 1: "n0" is not the name of a machine and its SCI id`,
		"n0 4\n# comment x":  `line 2: "# comment x" is not the name of a machine and its SCI id`,
		"n0 4\nn1 x":         `line 2: "x" is no SCI id, which is a decimal number of at most 2147483647`,
		"n0 4\nn1 8\nn0 12":  `line 3: the machine n0, which line 1 has, too`,
		"n0 4\nn1 8\nn2 8\n": `line 3: the SCI id 8, which line 2 has, too`,
	} {
		_, err := ParseMachines(text)
		require.EqualError(t, err, want, "%q", text)
	}
	_, err := ParseJob("n0\nn1 4\n")
	require.EqualError(t, err, `line 2: "n1 4" is not the name of a machine`)
	_, err = ParseJob("n0\nn1\nn0\n")
	require.EqualError(t, err, `line 3: the machine n0, which line 1 has, too: a node has one rank`)

	all, _ := ParseMachines(network)
	for _, bad := range []struct {
		job   []string
		ranks int
		want  string
	}{
		{nil, 0, "0 ranks, but a job has at least 1"},
		{nil, 5, "5 ranks, but the network has 4 machines"},
		{[]string{"n0"}, 2, "2 ranks, but the job's list has 1 machine"},
		{[]string{}, 1, "1 rank, but the job's list has 0 machines"},
		{[]string{"n0", "n7"}, 2, "line 2 of the job's list: the network, of 4 machines, has no machine n7"},
	} {
		_, err := Choose(all, bad.job, bad.ranks)
		require.EqualError(t, err, bad.want)
	}
}

// FuzzParse: what Parse accepts, Format writes, and Parse reads again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"2\n4; 8;\n", "1\n4", "3\r\n4 ; 8 , 12 .", "2\n4;;8"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ids, err := Parse(text)
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "line "), "%v", err)
			return
		}
		again, err := Parse(Format(ids))
		require.NoError(t, err)
		require.Equal(t, ids, again)
	})
}
