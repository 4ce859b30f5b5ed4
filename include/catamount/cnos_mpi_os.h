/**
 * @file catamount/cnos_mpi_os.h
 * Where programs for Catamount look for cnos_mpi_os.h.
 */
#ifndef _CATAMOUNT_CNOS_MPI_OS_H
#define _CATAMOUNT_CNOS_MPI_OS_H

#include "../cnos_mpi_os.h"

#endif
