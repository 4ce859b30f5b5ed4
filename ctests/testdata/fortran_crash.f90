! fortran_crash.f90 - PE 1 stores to an address where there is no memory.
program crash
  use iso_c_binding
  use shmem
  implicit none
  integer, pointer :: nowhere(:)

  call shmem_init()
  call c_f_pointer(transfer(64_c_intptr_t, c_null_ptr), nowhere, [4])
  if (shmem_my_pe() == 1) nowhere(1) = 3
  call shmem_barrier_all()
  call shmem_finalize()
end program
