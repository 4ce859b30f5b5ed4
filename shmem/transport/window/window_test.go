package window_test

import (
	"testing"

	"gasnetgo/shmem"
	"gasnetgo/shmem/shmemtest"
	"gasnetgo/shmem/transport/transporttest"
)

func TestTransport(t *testing.T) {
	transporttest.Run(t, func(r *shmemtest.Rank) shmem.Transport { return r.Windows() })
}

// A transport without the optional interfaces is one too.
func TestBareTransport(t *testing.T) {
	transporttest.Run(t, func(r *shmemtest.Rank) shmem.Transport { return bare{r.Windows()} })
}

type bare struct{ shmem.Transport }
