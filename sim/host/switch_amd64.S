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
