! output_streams WAIT - what Fortran holds when rank 0 calls shmem_global_exit. WAIT: sleep, meet. Its files are unit.0, unit.1 ...
program output_streams
  use iso_c_binding
  implicit none
  interface
    subroutine shmem_init() bind(c)
    end subroutine
    subroutine shmem_barrier_all() bind(c)
    end subroutine
    subroutine shmem_global_exit(status) bind(c)
      import
      integer(c_int), value :: status
    end subroutine
    function shmem_my_pe() bind(c)
      import
      integer(c_int) :: shmem_my_pe
    end function
  end interface
  character(len=16) :: how
  character(len=1) :: digit

  call get_command_argument(1, how)
  call shmem_init()
  write (digit, '(i1)') shmem_my_pe()
  open (10 + shmem_my_pe(), file='unit.'//digit)
  write (10 + shmem_my_pe(), '(a,a)') 'unit of ', digit
  print '(a,a)', 'print of ', digit
  call shmem_barrier_all()
  if (shmem_my_pe() == 0) call shmem_global_exit(3)
  if (how == 'sleep') call sleep(1000)
  call shmem_barrier_all()
end program
