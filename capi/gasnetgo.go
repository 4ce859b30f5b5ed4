package main

import "C"

// The functions of gasnetgo.h, behind capi/gasnetgo.c.

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

// gaLauncher answers a string of malloc's that C keeps.
//
//export gaLauncher
func gaLauncher() *C.char {
	defer guard("gasnetgo_launcher")
	if s, err := process.join(); err == nil {
		return C.CString(s.Job.Launcher)
	}
	return C.CString("")
}

// gaLastError answers a string of malloc's: the text of what last went wrong without being the program's fault.
//
//export gaLastError
func gaLastError() *C.char {
	defer guard("gasnetgo_error")
	process.mu.Lock()
	pe, refused := process.pe, process.refused
	process.mu.Unlock()
	switch {
	case refused != nil:
		return C.CString(refused.Error())
	case pe != nil:
		return C.CString(pe.LastError())
	}
	return C.CString("")
}
