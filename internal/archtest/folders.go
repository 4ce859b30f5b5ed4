package archtest

// Folders says which folder of capi may include headers of which: every one to its left and its own, in the order of a line. A folder that is on no line is
// an error, so that a new one starts with a line. Calls go the same way; up they go through functions that a folder above registers (ga_apis,
// gasnet/progress.h, runtime/go.h).
const Folders = `
limits
runtime < plane < shmem
runtime < plane < job < portals
runtime < plane < armci
runtime < plane < lapi
runtime < plane < sisci
runtime < plane < gasnet/tools < gasnet < gasnet/coll < gasnet/ex
`

// FolderHeaders are the headers outside of capi that its folders include by path.
var FolderHeaders = []string{"sim/host/host.h"}
