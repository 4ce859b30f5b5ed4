/* armci/with_mpi.h - MPI in the same process, if there is one. It is found when it is needed: this library is built without it. */
#ifndef GA_ARMCI_WITH_MPI_H
#define GA_ARMCI_WITH_MPI_H

/* MPI_Init, if the program has MPI and has not called it; MPI_Finalize. */
void ga_armci_mpi_init(int *argc, char ***argv);
void ga_armci_mpi_finalize(void);

#endif
