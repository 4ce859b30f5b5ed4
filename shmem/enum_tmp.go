package shmem

const (
	QueryInitialized = iota
	QueryThread
	QueryMyPE
	QueryNPEs
)

const (
	TypeI8 = iota
	TypeU8
	TypeI16
	TypeU16
	TypeI32
	TypeU32
	TypeI64
	TypeU64
)

const (
	AMOFetch = iota
	AMOSet
	AMOAdd
	AMOSwap
	AMOCswap
	AMOAnd
	AMOOr
	AMOXor
)

const (
	WaitUntilOne = iota
	WaitUntilAll
	WaitUntilAny
	WaitUntilSome
	WaitTestOne
	WaitTestAll
	WaitTestAny
	WaitTestSome
)

const (
	CmpEQ = iota + 1
	CmpNE
	CmpGT
	CmpGE
	CmpLT
	CmpLE
)

const (
	LockSet = iota
	LockClear
	LockTest
)
