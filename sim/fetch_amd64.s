#include "textflag.h"

// func fetch(p unsafe.Pointer, lines uintptr)
TEXT ·fetch(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), AX
	MOVQ lines+8(FP), CX
next:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	DECQ CX
	JG   next
	RET
