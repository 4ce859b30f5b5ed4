! pi.f90 - computes pi on all ranks and adds the parts in the memory of rank 0, through OpenSHMEM's C functions.
module shmem
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine shmem_init() bind(c)
    end subroutine
    subroutine shmem_finalize() bind(c)
    end subroutine
    subroutine shmem_barrier_all() bind(c)
    end subroutine
    subroutine shmem_global_exit(status) bind(c)
      import :: c_int
      integer(c_int), value :: status
    end subroutine
    function shmem_my_pe() bind(c) result(pe)
      import :: c_int
      integer(c_int) :: pe
    end function
    function shmem_n_pes() bind(c) result(n)
      import :: c_int
      integer(c_int) :: n
    end function
    function shmem_malloc(bytes) bind(c) result(memory)
      import :: c_ptr, c_size_t
      integer(c_size_t), value :: bytes
      type(c_ptr) :: memory
    end function
    subroutine shmem_free(memory) bind(c)
      import :: c_ptr
      type(c_ptr), value :: memory
    end subroutine
    subroutine shmem_double_put(dest, source, nelems, pe) bind(c)
      import :: c_double, c_size_t, c_int
      real(c_double) :: dest(*)
      real(c_double), intent(in) :: source(*)
      integer(c_size_t), value :: nelems
      integer(c_int), value :: pe
    end subroutine
  end interface
end module

program pi
  use shmem
  implicit none
  integer, parameter :: intervals = 1000000
  real(c_double), parameter :: exact = acos(-1d0)
  real(c_double), pointer :: parts(:) ! symmetric: one element per rank
  type(c_ptr) :: memory
  real(c_double) :: part(1), x
  integer :: me, n, i

  call shmem_init()
  me = shmem_my_pe()
  n = shmem_n_pes()
  memory = shmem_malloc(8_c_size_t * n)
  call c_f_pointer(memory, parts, [n])

  part = 0
  do i = me, intervals - 1, n
    x = (i + 0.5d0) / intervals
    part = part + 4 / (1 + x * x) / intervals
  end do
  call shmem_double_put(parts(me + 1:), part, 1_c_size_t, 0)
  call shmem_barrier_all()

  if (me == 0) then
    print '(a, f15.12, a, i0, a)', 'pi is ', sum(parts), ' on ', n, ' ranks'
    if (abs(sum(parts) - exact) > 1d-9) call shmem_global_exit(1_c_int)
  end if
  call shmem_barrier_all()
  call shmem_free(memory)
  call shmem_finalize()
end program
