// Calls of the C library that go wrong when a test wants it. Only files below a folder called "segclock" count.
//
// Where FAULTS_SHADOW names a folder, it becomes what a power cut would leave: `inode-N` has what the file N held when
// it was synchronized last, `names-N` the names in the folder N at its last synchronization, a line each: type, inode,
// name.
#define _GNU_SOURCE
#include "../CFaults/faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static struct segclock_faults none;
static volatile struct segclock_faults *faults = &none;
static const char *shadow;

// The function that this one stands before.
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_FILE");
  shadow = getenv("FAULTS_SHADOW");
  int file = path ? REAL(open)(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *map = mmap(0, SEGCLOCK_RECORD_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  // The first call loads what unwinds the stack, and allocates for that.
  void *caller;
  backtrace(&caller, 1);
  close(file);
  if (map != MAP_FAILED) faults = map;
}

static int is_main_thread(void) {
  return gettid() == getpid() && strcmp(program_invocation_short_name, "segclock") == 0;
}

static void record_opened(const char *path, const void *opened) {
  if (!opened || faults == &none || strcmp(program_invocation_short_name, "segclock") != 0) return;
  int64_t number = __atomic_fetch_add(&faults->opened_files, 1, __ATOMIC_SEQ_CST);
  if (number < SEGCLOCK_NAMES) snprintf(segclock_opened((void *)faults) + number * SEGCLOCK_NAME, SEGCLOCK_NAME, "%s", path);
}

static int is_ours(const char *path) { return path && strstr(path, "/segclock/") != 0; }

static int is_our_file(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 2);
  if (length < 0) return 0;
  // The folder itself counts, too.
  path[length] = '/';
  path[length + 1] = 0;
  return is_ours(path);
}

// Counts a call that is about to be made.
static void count(void) {
  int64_t call = __atomic_add_fetch(&faults->calls, 1, __ATOMIC_SEQ_CST);
  if (call == faults->kill_at) kill(getpid(), SIGKILL);
}

static FILE *shadow_file(char *temporary, char *final, size_t size, const char *kind, ino_t inode) {
  snprintf(temporary, size, "%s/new", shadow);
  snprintf(final, size, "%s/%s-%lu", shadow, kind, (unsigned long)inode);
  return REAL(fopen)(temporary, "we");
}

static void keep(int file) {
  struct stat status;
  char temporary[PATH_MAX], final[PATH_MAX];
  if (!shadow || fstat(file, &status) != 0) return;
  int is_folder = S_ISDIR(status.st_mode);
  FILE *copy =
      shadow_file(temporary, final, sizeof final, is_folder ? "names" : "inode", status.st_ino);
  if (!copy) return;
  if (is_folder) {
    int again = openat(file, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = again < 0 ? 0 : fdopendir(again);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
      if (entry->d_name[0] == '.') continue;
      fprintf(copy, "%c %lu %s\n", entry->d_type == DT_DIR ? 'd' : 'f', (unsigned long)entry->d_ino, entry->d_name);
    }
    if (folder) closedir(folder);
  } else {
    char chunk[65536];
    ssize_t length;
    for (off_t place = 0; (length = pread(file, chunk, sizeof chunk, place)) > 0; place += length)
      fwrite(chunk, 1, (size_t)length, copy);
  }
  fclose(copy);
  REAL(rename)(temporary, final);
}

static int synchronize(int file, int (*real)(int)) {
  if (!is_our_file(file)) return real(file);
  count();
  // In steps, so that a test can let go at any time.
  struct timespec step = {0, 5000000};
  for (int64_t slept = 0; slept < faults->sync_delay; slept += 5000000) nanosleep(&step, 0);
  if (faults->sync_error) {
    errno = faults->sync_error;
    return -1;
  }
  int result = real(file);
  if (result == 0) keep(file);
  return result;
}

int fsync(int file) { return synchronize(file, REAL(fsync)); }
int fdatasync(int file) { return synchronize(file, REAL(fdatasync)); }

ssize_t pwrite(int file, const void *bytes, size_t length, off_t place) {
  if (is_our_file(file)) {
    count();
    if (faults->write_error) {
      errno = faults->write_error;
      return -1;
    }
  }
  return REAL(pwrite)(file, bytes, length, place);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t place) {
  return pwrite(file, bytes, length, place);
}

int ftruncate64(int file, off64_t length) { return ftruncate(file, length); }
int ftruncate(int file, off_t length) {
  if (is_our_file(file)) count();
  return REAL(ftruncate)(file, length);
}

int rename(const char *from, const char *to) {
  if (is_ours(from)) {
    count();
    size_t length = strlen(from), end = strlen((const char *)faults->rename_end);
    if (faults->rename_error && length >= end && strcmp(from + length - end, (const char *)faults->rename_end) == 0) {
      errno = faults->rename_error;
      return -1;
    }
  }
  return REAL(rename)(from, to);
}

int link(const char *from, const char *to) {
  if (is_ours(from)) count();
  return REAL(link)(from, to);
}

int unlink(const char *path) {
  if (is_ours(path)) count();
  return REAL(unlink)(path);
}

int mkdir(const char *path, mode_t mode) {
  if (is_ours(path)) count();
  return REAL(mkdir)(path, mode);
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  // The kernel names each run of the computer; FAULTS_BOOT_ID names a file to be read instead.
  const char *other = getenv("FAULTS_BOOT_ID");
  if (other && strcmp(path, "/proc/sys/kernel/random/boot_id") == 0) path = other;
  if (flags & O_CREAT && is_ours(path)) count();
  int file = REAL(open)(path, flags, mode);
  record_opened(path, file < 0 ? 0 : path);
  return file;
}
int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return open(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  int file = REAL(openat)(folder, path, flags, mode);
  record_opened(path, file < 0 ? 0 : path);
  return file;
}

// What the C library opens by itself passes none of the above.
FILE *fopen(const char *path, const char *mode) {
  FILE *file = REAL(fopen)(path, mode);
  record_opened(path, file);
  return file;
}
FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

DIR *opendir(const char *path) {
  DIR *folder = REAL(opendir)(path);
  record_opened(path, folder);
  return folder;
}

// The allocator has a second name for each of its functions, so these need not be looked up, which would allocate.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// libxcb makes a block for each event that it reads, which is no matter of the program.
static int is_of_xcb(void *caller) {
  Dl_info info;
  return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "/libxcb");
}

static void count_allocation(size_t size, void *caller) {
  if (!faults->counts_allocations || !is_main_thread() || is_of_xcb(caller)) return;
  int64_t number = faults->allocations++;
  faults->allocated_bytes += (int64_t)size;
  if (number >= SEGCLOCK_TRACES) return;
  faults->counts_allocations = 0;
  // The first two are this function and the one that calls it.
  void *callers[SEGCLOCK_CALLERS + 2];
  int count = backtrace(callers, SEGCLOCK_CALLERS + 2);
  for (int index = 0; index < SEGCLOCK_CALLERS; index++)
    segclock_callers((void *)faults)[number * SEGCLOCK_CALLERS + index] = index + 2 < count ? (uint64_t)callers[index + 2] : 0;
  faults->counts_allocations = 1;
}

void *malloc(size_t size) {
  count_allocation(size, __builtin_return_address(0));
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  count_allocation(count * size, __builtin_return_address(0));
  return __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  count_allocation(size, __builtin_return_address(0));
  return __libc_realloc(old, size);
}
int posix_memalign(void **result, size_t alignment, size_t size) {
  count_allocation(size, __builtin_return_address(0));
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
void *aligned_alloc(size_t alignment, size_t size) {
  count_allocation(size, __builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

typedef int poll_function(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

// The connection over which the parts of frames are sent, and how many are not answered: after each, the program sends an
// event to its own window, which comes back once the server has done the part.
static int frame_connection = -1;
static int unanswered;

int XSendEvent(void *display, unsigned long window, int propagates, long mask, void *event) {
  static int (*real)(void *, unsigned long, int, long, void *);
  static int (*descriptor)(void *);
  if (!real) {
    real = dlsym(RTLD_NEXT, "XSendEvent");
    descriptor = dlsym(RTLD_NEXT, "XConnectionNumber");
  }
  if (faults->free_until && is_main_thread()) {
    frame_connection = descriptor(display);
    unanswered++;
  }
  return real(display, window, propagates, mask, event);
}

// The answers among what the server has sent: events of the type ClientMessage. A reply may be longer than an event.
static int count_answers(const unsigned char *bytes, ssize_t length) {
  int count = 0;
  for (ssize_t at = 0; at + 32 <= length; at += 32) {
    uint32_t more;
    memcpy(&more, bytes + at + 4, 4);
    if ((bytes[at] & 0x7f) == 33) count++;
    if (bytes[at] == 1) at += 4 * (ssize_t)more;
  }
  return count;
}

ssize_t recvmsg(int file, struct msghdr *message, int flags) {
  static ssize_t (*real)(int, struct msghdr *, int);
  if (!real) real = REAL(recvmsg);
  ssize_t length = real(file, message, flags);
  if (length > 0 && file == frame_connection && message->msg_iovlen > 0) {
    unanswered -= count_answers(message->msg_iov[0].iov_base, length);
    if (unanswered < 0) unanswered = 0;
  }
  return length;
}

// However busy the machine is, the server answers a frame before the next one is due.
static void wait_for_answers(poll_function *real) {
  static unsigned char bytes[4096];
  for (int tries = 0; tries < 200 && unanswered > 0; tries++) {
    ssize_t length = recv(frame_connection, bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT);
    if (count_answers(bytes, length) >= unanswered) return;
    const struct timespec slice = {0, 1000000};
    real(NULL, 0, &slice, NULL);
  }
  unanswered = 0;
}

// Waits while the clocks stand still: in slices, since the test moves them by writing into memory.
static int wait_held(poll_function *real, struct pollfd *entries, nfds_t count, int64_t end, const sigset_t *signals) {
  while (faults->is_held && faults->held_monotonic < end) {
    const struct timespec slice = {0, 1000000};
    int ready = real(entries, count, &slice, signals);
    if (ready != 0) return ready;
    int64_t next = end < faults->free_until ? end : faults->free_until;
    if (next > faults->held_monotonic && end != INT64_MAX) {
      wait_for_answers(real);
      int64_t step = next - faults->held_monotonic;
      faults->held_boot += step;
      faults->held_wall += step;
      faults->held_monotonic = next;
    }
  }
  const struct timespec none = {0, 0};
  return real(entries, count, &none, signals);
}

// Waits, and records how while it does.
static int wait_recorded(
    poll_function *real, struct pollfd *entries, nfds_t count, const struct timespec *limit, const sigset_t *signals) {
  if (!is_main_thread()) return real(entries, count, limit, signals);
  faults->waits++;
  faults->wait_limit = limit ? limit->tv_sec * INT64_C(1000000000) + limit->tv_nsec : 0;
  faults->wait_end = limit ? faults->held_monotonic + faults->wait_limit : INT64_MAX;
  faults->waiting = limit ? 1 : 2;
  int ready = faults->is_held ? wait_held(real, entries, count, faults->wait_end, signals)
                              : real(entries, count, limit, signals);
  int error = errno;
  faults->waiting = 0;
  errno = error;
  return ready;
}

int ppoll(struct pollfd *entries, nfds_t count, const struct timespec *limit, const sigset_t *signals) {
  static poll_function *real;
  if (!real) real = REAL(ppoll);
  int64_t length = limit ? limit->tv_sec * INT64_C(1000000000) + limit->tv_nsec : 0;
  if (!faults->skipped_wait || length <= faults->skipped_wait)
    return wait_recorded(real, entries, count, limit, signals);
  const struct timespec none = {0, 0};
  int ready = real(entries, count, &none, signals);
  if (ready != 0) return ready;
  faults->boot_time += length;
  faults->monotonic_time += length;
  faults->wall_time += length;
  faults->skipped_wait = 0;
  return 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = REAL(clock_gettime);
  int result = real(clock, time);
  if (result != 0) return result;
  if (faults->is_held && (clock == CLOCK_BOOTTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME)) {
    int64_t held = clock == CLOCK_BOOTTIME    ? faults->held_boot
                   : clock == CLOCK_MONOTONIC ? faults->held_monotonic
                                              : faults->held_wall;
    time->tv_sec = held / 1000000000;
    time->tv_nsec = held % 1000000000;
    return 0;
  }
  int64_t ahead = clock == CLOCK_BOOTTIME    ? faults->boot_time
                  : clock == CLOCK_MONOTONIC ? faults->monotonic_time
                  : clock == CLOCK_REALTIME  ? faults->wall_time
                                             : 0;
  int64_t all = time->tv_sec * INT64_C(1000000000) + time->tv_nsec + ahead;
  time->tv_sec = all / 1000000000;
  time->tv_nsec = all % 1000000000;
  return 0;
}
