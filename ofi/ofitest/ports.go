package ofitest

import (
	"github.com/stretchr/testify/require"

	"gasnetgo/ofi"
)

// token is the one of the jobs that Ports makes.
const token = 7

// T is a test: a testing.TB, or a rapid.T.
type T interface {
	require.TestingT
	Helper()
	Cleanup(func())
}

// Ports makes the ports of a job whose ranks have these engines, which it connects. They last as long as the test.
func Ports(t T, engines []ofi.Engine) (ports []*ofi.Port) {
	t.Helper()
	var addresses [][]byte
	for _, e := range engines {
		addresses = append(addresses, e.Address())
	}
	for r, e := range engines {
		require.NoError(t, e.Connect(addresses))
		p := ofi.NewPort(ofi.Config{Engine: e, Rank: r, Size: len(engines), Token: token})
		t.Cleanup(p.Close)
		ports = append(ports, p)
	}
	return ports
}
