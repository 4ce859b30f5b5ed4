// Package transporttest is what every shmem.Transport must do, as a test that any of them can be run through.
package transporttest
