/* files.h - descriptors of the rank that runs. */
#ifndef GA_SIM_FILES_H
#define GA_SIM_FILES_H

#include "rank.h"

struct flock;

HIDDEN int ga_sim_fd(int fd);                                         /* the process's number of the rank's descriptor; -1: the rank has closed it */
HIDDEN int ga_sim_new_file(int file);                                 /* the rank's number of a descriptor that has been made for it; -1 stays -1 */
HIDDEN int ga_sim_move_file(struct ga_sim_rank *r, int fd, int file); /* the rank's fd, a standard one, is this from now on; -1: closed */
HIDDEN int ga_sim_lock(int file, int command, struct flock *l);       /* F_SETLK, F_SETLKW or F_GETLK of the process's descriptor, as the rank's */

#endif
