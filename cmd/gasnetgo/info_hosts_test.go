package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestInfoHosts(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, showHosts(&out, "tcp;ofi_rxm\teth0\t10.0.0.1\ntcp;ofi_rxm\teth0\t10.0.0.1\nshm\tshm\t\nchosen\ttcp;ofi_rxm\teth0\n"))
	assert.Equal(t, `provider                 domain                   address
tcp;ofi_rxm              eth0                     10.0.0.1
shm                      shm                      

a job uses tcp;ofi_rxm on eth0 (GASNETGO_OFI_PROVIDER and GASNETGO_OFI_DOMAIN choose)
`, out.String())
	assert.EqualError(t, showHosts(&out, "failed\tno provider\n"), "no provider (GASNETGO_OFI_PROVIDER and GASNETGO_OFI_DOMAIN choose)")
	assert.Error(t, showHosts(&out, "tcp\n"))
}
