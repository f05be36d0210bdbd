// What a test does to a program that has libsegclock-faults.so preloaded: the program maps the file that FAULTS_FILE
// names, and the test writes into it at any time.
#ifndef SEGCLOCK_FAULTS_H
#define SEGCLOCK_FAULTS_H

#include <stdint.h>

#define SEGCLOCK_TRACES 16
#define SEGCLOCK_CALLERS 24
#define SEGCLOCK_NAMES 128
#define SEGCLOCK_NAME 128

struct segclock_faults {
  // Nanoseconds by which the clocks are ahead.
  int64_t boot_time, monotonic_time, wall_time;
  // A wait for longer than so many nanoseconds, once nothing else is to come, is over at once, with the clocks ahead by its
  // length. Then this is 0 again, as it is where no wait is skipped.
  int64_t skipped_wait;
  // Nanoseconds that every fsync and fdatasync takes longer.
  int64_t sync_delay;
  // What fsync and fdatasync, and writes, fail with; 0 where they do not.
  int32_t sync_error, write_error;
  // What a rename of a file whose name ends with `rename_end` fails with; 0 where it does not.
  int32_t rename_error;
  char rename_end[8];
  // How many calls have changed what is on the disk, or made it last.
  int64_t calls;
  // The one of them that is never made, since the process is killed before it (SIGKILL); 0 for none.
  int64_t kill_at;
  // How the main thread of segclock waits for events: 0 not at all, 1 until a deadline, 2 without one.
  int32_t waiting;
  // Nanoseconds from the beginning of that wait to its deadline.
  int64_t wait_limit;
  // How often it has begun to wait.
  int64_t waits;
  // Whether the clocks stand still, at these times. A wait of the main thread then ends when the monotonic one reaches
  // its deadline.
  int32_t is_held;
  int64_t held_boot, held_monotonic, held_wall;
  // The deadline of the main thread's wait on the held monotonic clock.
  int64_t wait_end;
  // Until the held monotonic clock shows this, each wait ends at its deadline by itself: nobody has to move the clocks.
  int64_t free_until;
  // Whether the main thread's allocations are counted, except for those of libxcb, and how many there were.
  int32_t counts_allocations;
  int64_t allocations, allocated_bytes;
  // How many files and folders the program has opened by itself since its start.
  int64_t opened_files;
};

// What comes behind it. Not members: Swift would take each element as a part of a tuple, which takes it minutes.
//
// Where the first allocations were made, the callers' addresses, the innermost first; and the names of the first files.
enum {
  SEGCLOCK_CALLERS_SIZE = SEGCLOCK_TRACES * SEGCLOCK_CALLERS * sizeof(uint64_t),
  SEGCLOCK_RECORD_SIZE = sizeof(struct segclock_faults) + SEGCLOCK_CALLERS_SIZE + SEGCLOCK_NAMES * SEGCLOCK_NAME,
};

static inline uint64_t *segclock_callers(void *faults) {
  return (uint64_t *)((char *)faults + sizeof(struct segclock_faults));
}

static inline char *segclock_opened(void *faults) {
  return (char *)segclock_callers(faults) + SEGCLOCK_CALLERS_SIZE;
}

#endif
