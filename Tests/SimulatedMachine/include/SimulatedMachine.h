// SPDX-License-Identifier: Apache-2.0

#ifndef SIMULATED_MACHINE_H
#define SIMULATED_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

// A clock, random numbers and a disk that one seed decides.
//
// The functions of the C library that read a clock, draw random numbers or change files are defined here again, and the
// program that links this uses these wherever its libraries call them: SQLite and Foundation know nothing of it. Until
// `machine_begin`, all of them do what they always do.

/// Has clocks show the machine's time and random numbers follow from a seed.
void machine_begin(uint64_t seed);

/// The time that has passed, in nanoseconds. It is what monotonic clocks show.
int64_t machine_now(void);
void machine_set_now(int64_t nanoseconds);

/// The time of day, in nanoseconds since 1970: the time that has passed and what the clock was set to.
void machine_set_time_of_day(int64_t nanoseconds);
int64_t machine_time_of_day(void);

/// The processor time of this thread in nanoseconds, by the real clock.
int64_t machine_processor_time(void);
/// The time by the real clock in nanoseconds.
int64_t machine_real_time(void);

/// Watches the files below a folder: those that change there are counted, and may fail.
void machine_watch(const char *folder);

/// How many changes of files there were: writes, truncations, syncs, names.
uint64_t machine_changes(void);

/// Ends the program's access to the watched folder before the change that comes after `changes` others: from then on
/// each change fails. At that moment `killed` is called, with the files as the end of a program leaves them.
/// A negative number takes that back.
void machine_kill_after(int64_t changes, void (*killed)(void));
bool machine_is_dead(void);

/// Lets changes of watched files fail as on a disk without room, or one that may only be read.
enum machine_disk { machine_disk_good, machine_disk_full, machine_disk_read_only };
void machine_set_disk(enum machine_disk disk);

/// Work that was to be done in the background: `work(context)`.
struct machine_job { void (*work)(void *context); void *context; };

/// Has all that is given to the system's queues, such as the jobs of Swift's tasks, be given to this instead, with the
/// moment, by `machine_now`, before which it is not to be done.
void machine_take_jobs(void (*taken)(struct machine_job job, int64_t moment));

#endif
