package job

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// FileBytes is the length of a job's memory file. The file is sparse: only touched pages take memory.
const FileBytes = 1 << 46

// File is the memory file of a job of one host, and the Control of that job: its first page, which every process maps, and locks on its last bytes.
type File struct {
	FD int // close-on-exec; owned by the process's Job, or by the caller of NewFile
	*Page
}

var _ Control = (*File)(nil)

// newFile makes a job's memory file. Ranks get it by number or over a socket. Nothing is ever visible in a file system, so nothing can be left behind.
func newFile(size int) (*File, error) {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) == nil && limit.Cur < FileBytes {
		return nil, fmt.Errorf("the limit on file size (ulimit -f) is %d bytes; the job's sparse memory file is %d long, so it must be unlimited",
			limit.Cur, uint64(FileBytes))
	}
	var page *Page
	fd, err := createFile()
	if err == nil && fd < 3 { // a program started with its standard descriptors closed: stay out of their way
		low := fd
		fd, err = unix.FcntlInt(uintptr(low), unix.F_DUPFD_CLOEXEC, 3)
		unix.Close(low)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot create the job's memory file: memfd_create: %w", noDescriptors(err))
	}
	if err = unix.Ftruncate(fd, FileBytes); err == nil {
		err = sealFile(fd)
	}
	if err == nil {
		page, err = mapPage(fd)
	}
	if err != nil {
		unix.Close(fd)
		return nil, fmt.Errorf("cannot size the job's memory file: %w", err)
	}
	if _, err = unix.Getrandom(page.ID[:], 0); err != nil {
		unix.Close(fd)
		return nil, fmt.Errorf("no random numbers for the job's name: %w", err)
	}
	page.Magic, page.Version, page.Size = Magic, PageVersion, uint32(size)
	page.LocalSize = uint32(size)
	return &File{fd, page}, nil
}

// noDescriptors adds to an error for want of descriptors how many there may be.
func noDescriptors(err error) error {
	if errors.Is(err, unix.EMFILE) {
		return fmt.Errorf("%w (ulimit -n is %d)", err, fdLimit())
	}
	return err
}

// createFile creates the file, which is never executed: some hosts require that flag, and kernels before 6.3 do not know it.
func createFile() (fd int, err error) {
	fd, err = unix.MemfdCreate("gasnetgo", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING|unix.MFD_NOEXEC_SEAL)
	if err == unix.EINVAL {
		fd, err = unix.MemfdCreate("gasnetgo", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	}
	return fd, err
}

// sealFile makes the file accessible to its owner only, also through /proc, and fixes its length: a process that opened it could otherwise shorten it, and
// every rank would die of SIGBUS. No further seals can be added, such as one against writing. Holes may still be punched, which is how memory is freed.
func sealFile(fd int) error {
	if err := unix.Fchmod(fd, 0o600); err != nil {
		return err
	}
	_, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL)
	return err
}

// NewFile makes the memory file of a job that the calling process is going to supervise, and names this process as its launcher. The
// caller owns its descriptor.
func NewFile(size int) (*File, error) {
	if size < 1 || size > MaxRanks {
		return nil, fmt.Errorf("%d ranks: a job has 1 to %d", size, MaxRanks)
	}
	f, err := newFile(size)
	if err == nil {
		f.LauncherPID = int32(os.Getpid())
		f.LauncherStart = startTime(os.Getpid())
	}
	return f, err
}

// openFile checks that fd is a job's memory file for size ranks and maps its page. The descriptor stays the caller's if it fails.
func openFile(fd, size int) (*File, error) {
	var head [16]byte
	n, err := unix.Pread(fd, head[:], 0)
	if err != nil {
		return nil, fmt.Errorf("descriptor %d is not the job's memory file: %w", fd, err)
	}
	if n < len(head) || string(head[:8]) != "GASNETGO" {
		return nil, fmt.Errorf("descriptor %d is not the job's memory file", fd)
	}
	page, err := mapPage(fd)
	if err != nil {
		return nil, err
	}
	if page.Version != PageVersion {
		return nil, fmt.Errorf("the job's memory file has layout %d and this library wants %d: launcher and library are of different versions",
			page.Version, PageVersion)
	}
	if int(page.Size) != size {
		return nil, fmt.Errorf("the job's memory file was made for %d ranks, not %d", page.Size, size)
	}
	return &File{fd, page}, nil
}

// startTime is field 22 of /proc/pid/stat; 0 when it cannot be read.
func startTime(pid int) uint64 {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	s := string(stat)
	fields := strings.Fields(s[strings.LastIndexByte(s, ')')+1:]) // the name in field 2 may hold blanks
	if len(fields) < 20 {
		return 0
	}
	ticks, _ := strconv.ParseUint(fields[19], 10, 64)
	return ticks
}
