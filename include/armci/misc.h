/**
 * @file armci/misc.h
 * Checkpoints, which are not there, and what clients of the classic library use to report errors.
 */
#ifndef ARMCI_MISC_H
#define ARMCI_MISC_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility push(default)
#endif

/** @name Checkpoints. There are none: ARMCI_Ckpt_init says so once, and the others fail with -1 */
/**@{*/
int armci_init_checkpoint2(void);
void ARMCI_Ckpt_create_ds(armci_ckpt_ds_t *ckptds, int count);
int ARMCI_Ckpt_init(char *filename, ARMCI_Group *grp, int savestack, int saveheap, armci_ckpt_ds_t *ckptds);
int ARMCI_Ckpt(int rid);
void ARMCI_Ckpt_finalize(int rid);
ARMCI_Group *ARMCI_Get_ft_group(void);
/**@}*/

/** Print a line like printf. */
void derr_printf(const char *format, ...);

/** Report that a condition does not hold and end the job with a status that is not 0. */
int dassertp_fail(const char *cond_string, const char *file, const char *func, unsigned int line, int code);
#define armci_die(_msg, _code) ((void)dassertp_fail(_msg, __FILE__, __func__, __LINE__, (_code)))
#define armci_die2(_msg, _code1, _code2) ((void)(_code2), armci_die(_msg, _code1))
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
