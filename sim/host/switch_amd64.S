/* switch_amd64.S - from stack to stack. What a call preserves goes onto the stack that is left: six registers, the SSE control word and the x87's. */
	.text

/* void ga_sim_switch(void **from, void *to) */
	.globl ga_sim_switch
	.hidden ga_sim_switch
	.type ga_sim_switch, @function
	.p2align 4
ga_sim_switch:
	.cfi_startproc
	endbr64
	pushq %rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset rbp, 0
	pushq %rbx
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset rbx, 0
	pushq %r12
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r12, 0
	pushq %r13
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r13, 0
	pushq %r14
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r14, 0
	pushq %r15
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset r15, 0
	subq $8, %rsp
	.cfi_adjust_cfa_offset 8
	stmxcsr (%rsp)
	fnstcw 4(%rsp)
	movl (%rsp), %eax
	movzwl 4(%rsp), %ecx
	movq %rsp, (%rdi)
	movq %rsi, %rsp
	cmpl (%rsp), %eax /* the control words are the same nearly always, and take longer to load than all the rest */
	jne 1f
	cmpw 4(%rsp), %cx
	jne 1f
0:	.cfi_remember_state
	addq $8, %rsp
	.cfi_adjust_cfa_offset -8
	popq %r15
	.cfi_adjust_cfa_offset -8
	.cfi_restore r15
	popq %r14
	.cfi_adjust_cfa_offset -8
	.cfi_restore r14
	popq %r13
	.cfi_adjust_cfa_offset -8
	.cfi_restore r13
	popq %r12
	.cfi_adjust_cfa_offset -8
	.cfi_restore r12
	popq %rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore rbx
	popq %rbp
	.cfi_adjust_cfa_offset -8
	.cfi_restore rbp
	popq %rcx /* a ret would be predicted to where this stack was not left to */
	.cfi_adjust_cfa_offset -8
	.cfi_register rip, rcx
	jmp *%rcx
	.cfi_restore_state
1:	ldmxcsr (%rsp)
	fldcw 4(%rsp)
	jmp 0b
	.cfi_endproc
	.size ga_sim_switch, . - ga_sim_switch

/* The first frame on a new stack; r12 and r13 are from ga_sim_prepare. Stack walks end here. */
	.type first, @function
	.p2align 4
first:
	.cfi_startproc
	.cfi_undefined rip
	movq %r12, %rdi
	xorl %ebp, %ebp
	callq *%r13
	ud2
	.cfi_endproc
	.size first, . - first

/* void *ga_sim_prepare(void *top, void (*fn)(void *), void *arg) */
	.globl ga_sim_prepare
	.hidden ga_sim_prepare
	.type ga_sim_prepare, @function
	.p2align 4
ga_sim_prepare:
	.cfi_startproc
	endbr64
	andq $-16, %rdi
	leaq -64(%rdi), %rax
	movl $0x1f80, (%rax) /* all exceptions masked, round to nearest: as a program starts */
	movw $0x37f, 4(%rax)
	movq $0, 8(%rax)     /* r15 */
	movq $0, 16(%rax)    /* r14 */
	movq %rsi, 24(%rax)  /* r13 */
	movq %rdx, 32(%rax)  /* r12 */
	movq $0, 40(%rax)    /* rbx */
	movq $0, 48(%rax)    /* rbp */
	leaq first(%rip), %rcx
	movq %rcx, 56(%rax)
	ret
	.cfi_endproc
	.size ga_sim_prepare, . - ga_sim_prepare

/* void ga_sim_jump(void *sp, uintptr_t entry): rdx is a function to register with atexit, of which there is none. */
	.globl ga_sim_jump
	.hidden ga_sim_jump
	.type ga_sim_jump, @function
	.p2align 4
ga_sim_jump:
	.cfi_startproc
	.cfi_undefined rip
	endbr64
	movq %rdi, %rsp
	xorl %edx, %edx
	xorl %ebp, %ebp
	jmp *%rsi
	.cfi_endproc
	.size ga_sim_jump, . - ga_sim_jump

/* Where a rank continues that is interrupted: below its red zone is the address to go back to. Calls ga_sim_interrupted with the registers that a call
 * would change, and restores everything: from where that returns, which is where they were, or elsewhere on the stack. Walks of the stack find the code that was interrupted, as behind a signal. */
	.globl ga_sim_interrupt
	.hidden ga_sim_interrupt
	.type ga_sim_interrupt, @function
	.p2align 4
ga_sim_interrupt:
	.cfi_startproc
	.cfi_signal_frame
	.cfi_def_cfa rsp, 136
	.cfi_offset rip, -136
	pushfq
	.cfi_adjust_cfa_offset 8
	cld
	pushq %rbp
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset rbp, 0
	movq %rsp, %rbp
	.cfi_def_cfa_register rbp
	pushq %rax
	.cfi_offset rax, -160
	pushq %rcx
	.cfi_offset rcx, -168
	pushq %rdx
	.cfi_offset rdx, -176
	pushq %rsi
	.cfi_offset rsi, -184
	pushq %rdi
	.cfi_offset rdi, -192
	pushq %r8
	.cfi_offset r8, -200
	pushq %r9
	.cfi_offset r9, -208
	pushq %r10
	.cfi_offset r10, -216
	pushq %r11
	.cfi_offset r11, -224
	pushq %rbx
	pushq %r12
	pushq %r13
	pushq %r14
	pushq %r15
	movq %rsp, %rdi
	subq $512, %rsp /* ga_sim_interrupted may move the registers down into this, or up */
	movq ga_sim_vector_bytes(%rip), %rcx
	testq %rcx, %rcx
	jz 1f
	subq %rcx, %rsp
	andq $-64, %rsp
	xorl %eax, %eax
	movq %rax, 512(%rsp) /* the header: xsave64 leaves what it does not know, and xrstor64 minds */
	movq %rax, 520(%rsp)
	movq %rax, 528(%rsp)
	movq %rax, 536(%rsp)
	movq %rax, 544(%rsp)
	movq %rax, 552(%rsp)
	movq %rax, 560(%rsp)
	movq %rax, 568(%rsp)
	notl %eax
	movl %eax, %edx
	xsave64 (%rsp)
	fninit /* calls find the x87's stack empty */
	callq ga_sim_interrupted
	movq %rax, %rbx
	movl $-1, %eax
	movl %eax, %edx
	xrstor64 (%rsp)
0:	movq %rbx, %rsp
	popq %r15
	popq %r14
	popq %r13
	popq %r12
	popq %rbx
	popq %r11
	popq %r10
	popq %r9
	popq %r8
	popq %rdi
	popq %rsi
	popq %rdx
	popq %rcx
	popq %rax
	.cfi_remember_state
	popq %rbp
	.cfi_def_cfa rsp, 144
	.cfi_restore rbp
	popfq
	.cfi_adjust_cfa_offset -8
	ret $128
	.cfi_restore_state
1:	subq $512, %rsp
	andq $-64, %rsp
	fxsave64 (%rsp)
	fninit
	callq ga_sim_interrupted
	movq %rax, %rbx
	fxrstor64 (%rsp)
	jmp 0b
	.cfi_endproc
	.size ga_sim_interrupt, . - ga_sim_interrupt

/* What a descriptor of a thread-local variable calls: rax has its address; the answer is a distance from the thread pointer. Nothing else changes. */
	.globl ga_sim_tls_described
	.hidden ga_sim_tls_described
	.type ga_sim_tls_described, @function
	.p2align 4
ga_sim_tls_described:
	endbr64
	movq 8(%rax), %rax
	ret
	.size ga_sim_tls_described, . - ga_sim_tls_described

	.section .note.GNU-stack, "", @progbits
