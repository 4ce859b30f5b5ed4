/**
 * @file catamount/cnos_mpi_os.h
 * cnos_mpi_os.h under the name that programs for Catamount include.
 */
#ifndef _CATAMOUNT_CNOS_MPI_OS_H
#define _CATAMOUNT_CNOS_MPI_OS_H

#include "../cnos_mpi_os.h"

#endif
