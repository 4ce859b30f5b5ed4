C setup.f - fixed form, implicit types and the old names: start, queries,
C and pointers to memory of other PEs.
      PROGRAM SETUP
      INCLUDE 'mpp/shmem.fh'
C     Old programs declare it themselves, too.
      EXTERNAL SHMEM_PTR
      INTEGER MY_PE, NUM_PES, SHMEM_MY_PE, SHMEM_N_PES
      INTEGER X, LOCAL, MAJOR, MINOR
      CHARACTER*40 NAME
      CHARACTER*4 SHORT
      COMMON /SHARED/ X(100)
      INTEGER POINTEE(100)
      POINTER (PTR, POINTEE)

      CALL START_PES(0)
      CALL START_PES(0)
      ME = MY_PE()
      NPES = NUM_PES()
      IF (ME .NE. SHMEM_MY_PE() .OR. NPES .NE. SHMEM_N_PES())
     & CALL FAIL('my_pe, num_pes')
      CALL SHMEM_INFO_GET_VERSION(MAJOR, MINOR)
      IF (MAJOR .NE. SHMEM_MAJOR_VERSION .OR.
     &    MINOR .NE. SHMEM_MINOR_VERSION) CALL FAIL('version')
      CALL SHMEM_INFO_GET_NAME(NAME)
      IF (NAME .NE. SHMEM_VENDOR_STRING) CALL FAIL('name')
      CALL SHMEM_INFO_GET_NAME(SHORT)
      IF (SHORT .NE. 'gasn') CALL FAIL('a short name')

      IF (.NOT. SHMEM_PE_ACCESSIBLE(NPES - 1)) CALL FAIL('last PE')
      IF (SHMEM_PE_ACCESSIBLE(NPES)) CALL FAIL('no PE')
      IF (.NOT. SHMEM_ADDR_ACCESSIBLE(X, 0)) CALL FAIL('COMMON')
      CALL ACCESS(LOCAL)
      PTR = SHMEM_PTR(X, ME)
      IF (PTR .NE. LOC(X)) CALL FAIL('a pointer to itself')
      NEXT = MOD(ME + 1, NPES)
      PTR = SHMEM_PTR(X, NEXT)
      IF (PTR .NE. 0) THEN
        POINTEE(7) = ME + 1
      ELSE
        CALL SHMEM_INTEGER_PUT(X(7), ME + 1, 1, NEXT)
      END IF
      CALL SHMEM_BARRIER_ALL
      IF (X(7) .NE. MOD(ME - 1 + NPES, NPES) + 1)
     & CALL FAIL('a store by pointer, or a put')
      END

      SUBROUTINE ACCESS(LOCAL)
      INCLUDE 'mpp/shmem.fh'
      INTEGER STACK(4)
      STACK(1) = LOCAL
      IF (SHMEM_ADDR_ACCESSIBLE(STACK, 0)) CALL FAIL('a local variable')
      END

      SUBROUTINE FAIL(WHAT)
      CHARACTER*(*) WHAT
      PRINT *, 'FAILED: ', WHAT
      CALL SHMEM_GLOBAL_EXIT(1)
      END
