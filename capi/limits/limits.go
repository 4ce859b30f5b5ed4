package limits

// #cgo CFLAGS: -std=gnu17 -O2 -g -Wall -Wextra -fvisibility=hidden
import "C"
