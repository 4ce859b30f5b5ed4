! rma.F90 - puts to the next PE and gets from it, of all types and sizes, blocking and not, with implicit and with explicit completion.
#define MOVE(PUT, GET, D, S, F, EQ) D = F(-1); call shmem_barrier_all(); S = F(me); call PUT(D, S, n, next); call shmem_barrier_all(); \
call check(all([D EQ F(prev)]), 'PUT'); call GET(D, S, n, next); call check(all([D EQ F(next)]), 'GET'); call shmem_barrier_all()
#define MOVE_NBI(PUT, GET, D, S, F, EQ) D = F(-1); call shmem_barrier_all(); S = F(me); call PUT(D, S, n, next); call shmem_barrier_all(); \
call check(all([D EQ F(prev)]), 'PUT'); call GET(D, S, n, next); call shmem_quiet(); call check(all([D EQ F(next)]), 'GET'); call shmem_barrier_all()
#define MOVE_NB(PUT, GET, D, S, F, EQ) D = F(-1); call shmem_barrier_all(); S = F(me); call PUT(D, S, n, next, handle); call shmem_wait_nb(handle); \
call shmem_barrier_all(); call check(all([D EQ F(prev)]), 'PUT'); call GET(D, S, n, next, handle); call check(shmem_test_nb(handle), 'test'); \
call check(all([D EQ F(next)]), 'GET'); call shmem_barrier_all()
#define ALL(HOW, END) \
HOW(shmem_integer_put/**/END,shmem_integer_get/**/END,i0,i1,f_integer,==); \
HOW(shmem_real_put/**/END,shmem_real_get/**/END,r0,r1,f_real,==); \
HOW(shmem_double_put/**/END,shmem_double_get/**/END,d0,d1,f_double,==); \
HOW(shmem_complex_put/**/END,shmem_complex_get/**/END,c0,c1,f_complex,==); \
HOW(shmem_logical_put/**/END,shmem_logical_get/**/END,l0,l1,f_logical,.eqv.); \
HOW(shmem_character_put/**/END,shmem_character_get/**/END,t0,t1,f_text,==); \
HOW(shmem_putmem/**/END,shmem_getmem/**/END,t0,t1,f_text,==); \
HOW(shmem_put4/**/END,shmem_get4/**/END,k0,k1,f_int4,==); \
HOW(shmem_put8/**/END,shmem_get8/**/END,m0,m1,f_int8,==); \
HOW(shmem_put32/**/END,shmem_get32/**/END,r0,r1,f_real,==); \
HOW(shmem_put64/**/END,shmem_get64/**/END,d0,d1,f_double,==); \
HOW(shmem_put128/**/END,shmem_get128/**/END,z0,z1,f_comp8,==)

program rma
  use shmem
  implicit none
  integer, parameter :: n = 10
  integer :: me, next, prev, k, handle
  integer, save :: i0(n), i1(n)
  integer(2), save :: h0(n), h1(n)
  integer(4), save :: k0(n), k1(n)
  integer(8), save :: m0(n), m1(n)
  real(4), save :: r0(n), r1(n)
  real(8), save :: d0(n), d1(n)
  complex(4), save :: c0(n), c1(n)
  complex(8), save :: z0(n), z1(n)
  logical, save :: l0(n), l1(n)
  character(n), save :: t0, t1

  call shmem_init()
  me = shmem_my_pe()
  next = mod(me + 1, shmem_n_pes())
  prev = mod(me - 1 + shmem_n_pes(), shmem_n_pes())
  ALL(MOVE,)
  MOVE(shmem_put16,shmem_get16,h0,h1,f_int2,==)
  MOVE(shmem_put,shmem_get,i0,i1,f_integer,==)
  ALL(MOVE_NBI,_nbi)
  ALL(MOVE_NB,_nb)
  call shmem_finalize()
contains
  include 'check.inc'

  function f_integer(pe) result(v)
    integer, intent(in) :: pe
    integer :: v(n)
    v = [(1000 * pe + k, k = 1, n)]
    if (bit_size(0) == 64) v = v + 2_8 ** 40 * (pe + 1) / int(1, kind(pe))
  end function
  function f_int2(pe) result(v)
    integer, intent(in) :: pe
    integer(2) :: v(n)
    v = [(int(100 * pe + k, 2), k = 1, n)]
  end function
  function f_int4(pe) result(v)
    integer, intent(in) :: pe
    integer(4) :: v(n)
    v = [(int(100000 * pe - k, 4), k = 1, n)]
  end function
  function f_int8(pe) result(v)
    integer, intent(in) :: pe
    integer(8) :: v(n)
    v = [(2_8 ** 40 * pe + k, k = 1, n)]
  end function
  function f_real(pe) result(v)
    integer, intent(in) :: pe
    real(4) :: v(n)
    v = [(pe + k / 16.0_4, k = 1, n)]
  end function
  function f_double(pe) result(v)
    integer, intent(in) :: pe
    real(8) :: v(n)
    v = [(pe + k / 3.0_8, k = 1, n)]
  end function
  function f_complex(pe) result(v)
    integer, intent(in) :: pe
    complex(4) :: v(n)
    v = [(cmplx(pe, k, 4), k = 1, n)]
  end function
  function f_comp8(pe) result(v)
    integer, intent(in) :: pe
    complex(8) :: v(n)
    v = [(cmplx(k / 3.0_8, pe, 8), k = 1, n)]
  end function
  function f_logical(pe) result(v)
    integer, intent(in) :: pe
    logical :: v(n)
    v = [(mod(pe + k, 3) == 0, k = 1, n)]
  end function
  function f_text(pe) result(v)
    integer, intent(in) :: pe
    character(n) :: v
    v = repeat(achar(70 + pe), n - 1)//'.'
  end function
end program
