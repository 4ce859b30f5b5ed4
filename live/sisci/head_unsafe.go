package sisci

import "unsafe"

const stampAt = unsafe.Offsetof(head{}.Stamp)
