// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "SimulatedMachine.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The simulation has one thread. What other threads may do is to read the clock.
static bool has_begun;
static uint64_t random_state;
static int64_t passed, clock_offset;

static char watched[PATH_MAX];
static size_t watched_length;
static bool is_watched_file[65536];
static uint64_t changes;
static int64_t changes_left = -1;
static bool is_dead;
static void (*when_killed)(void);
static enum machine_disk disk;

// MARK: Clock and chance

void machine_begin(uint64_t seed) {
    random_state = seed;
    has_begun = true;
}

int64_t machine_now(void) { return passed; }
void machine_set_now(int64_t nanoseconds) { passed = nanoseconds; }
int64_t machine_time_of_day(void) { return passed + clock_offset; }
void machine_set_time_of_day(int64_t nanoseconds) { clock_offset = nanoseconds - passed; }

static int64_t real_clock(clockid_t clock) {
    struct timespec time;
    syscall(SYS_clock_gettime, clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t machine_processor_time(void) { return real_clock(CLOCK_THREAD_CPUTIME_ID); }
int64_t machine_real_time(void) { return real_clock(CLOCK_MONOTONIC); }

static int64_t shown(clockid_t clock) {
    bool is_time_of_day = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    return is_time_of_day ? machine_time_of_day() : passed + 1000000000;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!has_begun) return (int)syscall(SYS_clock_gettime, clock, time);
    int64_t now = shown(clock);
    time->tv_sec = now / 1000000000;
    time->tv_nsec = now % 1000000000;
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

// Source: Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators".
static uint64_t next_random(void) {
    uint64_t mixed = random_state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

static void fill_with_chance(unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i += 8) {
        uint64_t number = next_random();
        memcpy(bytes + i, &number, count - i < 8 ? count - i : 8);
    }
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
    if (!has_begun) return syscall(SYS_getrandom, bytes, count, flags);
    fill_with_chance(bytes, count);
    return (ssize_t)count;
}

int getentropy(void *bytes, size_t count) { return getrandom(bytes, count, 0) < 0 ? -1 : 0; }

// Swift's own source of random numbers, which asks the system past the C library.
void swift_stdlib_random(void *bytes, size_t count) { getrandom(bytes, count, 0); }

// MARK: Disk

void machine_watch(const char *folder) {
    watched_length = strlen(folder);
    memcpy(watched, folder, watched_length + 1);
    is_dead = false;
    changes_left = -1;
    disk = machine_disk_good;
}

uint64_t machine_changes(void) { return changes; }
bool machine_is_dead(void) { return is_dead; }
void machine_set_disk(enum machine_disk is) { disk = is; }

void machine_kill_after(int64_t count, void (*killed)(void)) {
    changes_left = count;
    when_killed = killed;
}

static bool is_watched_path(const char *path) {
    return watched_length && path && !strncmp(path, watched, watched_length);
}

static bool is_watched_descriptor(int file) {
    return file >= 0 && file < 65536 && is_watched_file[file];
}

// Whether a change may be made. `grows`: it needs room.
static bool may_change(bool grows) {
    changes++;
    if (!is_dead && changes_left >= 0 && changes_left-- == 0) {
        void (*killed)(void) = when_killed;
        watched_length = 0;  // What `killed` copies is no change of the program's.
        killed();
        watched_length = strlen(watched);
        is_dead = true;
    }
    errno = is_dead ? EIO : disk == machine_disk_read_only ? EROFS : ENOSPC;
    return !is_dead && (disk == machine_disk_good || (disk == machine_disk_full && !grows));
}

static int note_opened(int file, bool is_watched) {
    if (file >= 0 && file < 65536) is_watched_file[file] = is_watched;
    return file;
}

static int opened(int folder, const char *path, int flags, mode_t mode) {
    bool is_watched = is_watched_path(path);
    if (is_watched && flags & (O_CREAT | O_TRUNC)) {
        struct stat status;
        bool exists = !stat(path, &status);
        bool changes = exists ? (flags & O_TRUNC) && status.st_size : flags & O_CREAT;
        if (changes && !may_change(!exists)) return -1;
        if (!changes && is_dead) { errno = EIO; return -1; }
    }
    return note_opened((int)syscall(SYS_openat, folder, path, flags, mode), is_watched);
}

#define MODE(flags) \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

int open(const char *path, int flags, ...) {
    MODE(flags)
    return opened(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    MODE(flags)
    return opened(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
    MODE(flags)
    return opened(folder, path, flags, mode);
}

ssize_t write(int file, const void *bytes, size_t count) {
    if (is_watched_descriptor(file) && !may_change(true)) return -1;
    return syscall(SYS_write, file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t place) {
    if (is_watched_descriptor(file) && !may_change(true)) return -1;
    return syscall(SYS_pwrite64, file, bytes, count, place);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) { return pwrite64(file, bytes, count, place); }

ssize_t sendfile(int target, int source, off_t *place, size_t count) {
    if (is_watched_descriptor(target) && !may_change(true)) return -1;
    return syscall(SYS_sendfile, target, source, place, count);
}

int ftruncate64(int file, off_t length) {
    if (is_watched_descriptor(file) && !may_change(false)) return -1;
    return (int)syscall(SYS_ftruncate, file, length);
}
int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

// Files lie in memory, so nothing waits; only that it was asked for matters.
int fsync(int file) {
    if (is_watched_descriptor(file) && !may_change(false)) return -1;
    return 0;
}
int fdatasync(int file) { return fsync(file); }

int close(int file) {
    note_opened(file, false);
    return (int)syscall(SYS_close, file);
}

int rename(const char *from, const char *to) {
    if ((is_watched_path(from) || is_watched_path(to)) && !may_change(false)) return -1;
    return (int)syscall(SYS_rename, from, to);
}

int unlink(const char *path) {
    if (is_watched_path(path) && !may_change(false)) return -1;
    return (int)syscall(SYS_unlink, path);
}

int rmdir(const char *path) {
    if (is_watched_path(path) && !may_change(false)) return -1;
    return (int)syscall(SYS_rmdir, path);
}

int mkdir(const char *path, mode_t mode) {
    struct stat status;
    if (is_watched_path(path) && stat(path, &status) && !may_change(true)) return -1;
    return (int)syscall(SYS_mkdir, path, mode);
}

// MARK: Jobs

static void (*take)(struct machine_job job, int64_t moment);

void machine_take_jobs(void (*taken)(struct machine_job, int64_t)) { take = taken; }

// Swift's tasks reach the system by these two, whatever the hooks of its runtime say: yielding and sleeping pass those
// by.
void dispatch_async_f(void *queue, void *context, void (*work)(void *)) {
    if (take) return take((struct machine_job){work, context}, passed);
    static void (*real)(void *, void *, void (*)(void *));
    if (!real) real = (void (*)(void *, void *, void (*)(void *)))dlsym(RTLD_NEXT, "dispatch_async_f");
    real(queue, context, work);
}

// Actors with a queue of their own come as blocks. Source: the Block ABI, clang's BlockLanguageSpec.
struct block {
    void *kind;
    int flags, reserved;
    void (*invoke)(struct block *);
};

static void run_block(void *context) {
    struct block *block = context;
    block->invoke(block);
    static void (*release)(struct block *);
    if (!release) release = (void (*)(struct block *))dlsym(RTLD_DEFAULT, "_Block_release");
    release(block);
}

void dispatch_async(void *queue, struct block *block) {
    static struct block *(*copy)(struct block *);
    static void (*real)(void *, struct block *);
    if (take) {
        if (!copy) copy = (struct block * (*)(struct block *)) dlsym(RTLD_DEFAULT, "_Block_copy");
        return take((struct machine_job){run_block, copy(block)}, passed);
    }
    if (!real) real = (void (*)(void *, struct block *))dlsym(RTLD_NEXT, "dispatch_async");
    real(queue, block);
}

// Its times are nanoseconds: of the day where both upper bits are set and they are negative, else of a clock of the
// machine.
static int64_t moment(uint64_t when) {
    if (when >> 62 == 3) return -(int64_t)when - clock_offset;
    return (int64_t)(when & ~((uint64_t)3 << 62)) - 1000000000;
}

void dispatch_after_f(uint64_t when, void *queue, void *context, void (*work)(void *)) {
    if (take) return take((struct machine_job){work, context}, moment(when));
    static void (*real)(uint64_t, void *, void *, void (*)(void *));
    if (!real) real = (void (*)(uint64_t, void *, void *, void (*)(void *)))dlsym(RTLD_NEXT, "dispatch_after_f");
    real(when, queue, context, work);
}
