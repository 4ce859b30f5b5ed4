package capi

import "C"

import "gasnetgo/shmem"

// The functions of gasnetgo.h, behind capi/job/gasnetgo.c.

//export gaJobRank
func gaJobRank() C.int {
	defer guard("gasnetgo_rank")
	if s, err := process.join(); err == nil {
		return C.int(s.Job.Rank)
	}
	return -1
}

//export gaJobSize
func gaJobSize() C.int {
	defer guard("gasnetgo_size")
	if s, err := process.join(); err == nil {
		return C.int(s.Job.Size)
	}
	return -1
}

// gaLauncher returns a string of malloc's that C keeps.
//
//export gaLauncher
func gaLauncher() *C.char {
	defer guard("gasnetgo_launcher")
	if s, err := process.join(); err == nil {
		return C.CString(s.Job.Launcher)
	}
	return C.CString("")
}

// gaLastError returns a string of malloc's: the text of what last went wrong without being the program's fault.
//
//export gaLastError
func gaLastError() *C.char {
	defer guard("gasnetgo_error")
	process.mu.Lock()
	refused := process.refused
	process.mu.Unlock()
	if refused != nil {
		return C.CString(refused.Error())
	}
	if pe := process.parts[apiShmem].Load(); pe != nil {
		return C.CString((*pe).(*shmem.PE).LastError())
	}
	return C.CString("")
}
