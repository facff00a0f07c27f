// SPDX-License-Identifier: Apache-2.0

#define _POSIX_C_SOURCE 200809L // clock_gettime, which strict C17 hides

#include "internal.h"

#include <stdatomic.h>
#include <time.h>

// Sixteen independent sums of 64 bytes: enough loads in flight to reach the memory's speed with any vector length.
typedef uint64_t line __attribute__((vector_size(64), aligned(1)));

EMBER_INLINE uint64_t sum_lines(const char *data, size_t bytes) {
    enum { LINES = 4 };
    line sums[LINES] = {0};
    const size_t step = LINES * sizeof(line);
    for (size_t i = 0; i + step <= bytes; i += step) {
        __builtin_prefetch(data + i + 2048);
        __builtin_prefetch(data + i + 2048 + 128);
        for (size_t j = 0; j < LINES; j++) sums[j] += *(const line *)(data + i + j * sizeof(line));
    }
    uint64_t sum = 0;
    for (size_t j = 0; j < LINES; j++) {
        for (size_t k = 0; k < sizeof(line) / sizeof(uint64_t); k++) sum += sums[j][k];
    }
    return sum;
}

static uint64_t sum_any(const char *data, size_t bytes) { return sum_lines(data, bytes); }

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static uint64_t sum_avx512(const char *data, size_t bytes) {
    return sum_lines(data, bytes);
}
__attribute__((target("avx2"))) static uint64_t sum_avx2(const char *data, size_t bytes) {
    return sum_lines(data, bytes);
}
#endif

typedef struct bandwidth_job {
    uint64_t (*sum)(const char *data, size_t bytes);
    const char *data;
    size_t bytes;
    _Atomic size_t next;
} bandwidth_job;

static void read_part(void *argument, size_t thread, size_t threads) {
    (void)thread, (void)threads;
    enum { PIECE = 1 << 20 };
    bandwidth_job *job = argument;
    uint64_t sum = 0;
    for (size_t at; (at = atomic_fetch_add_explicit(&job->next, PIECE, memory_order_relaxed)) < job->bytes;) {
        sum += job->sum(job->data + at, ember_min(PIECE, job->bytes - at));
    }
    // Somebody must want the sum, or nothing is read.
    volatile uint64_t sink = sum;
    (void)sink;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double ember_read_bandwidth(ember_pool *pool, const void *data, size_t bytes, size_t passes) {
    bandwidth_job job = {.sum = sum_any, .data = data, .bytes = bytes};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) job.sum = sum_avx2;
    if (__builtin_cpu_supports("avx512f")) job.sum = sum_avx512;
#endif
    double best = 0;
    for (size_t i = 0; i < passes; i++) {
        double begin = seconds();
        atomic_store_explicit(&job.next, 0, memory_order_relaxed);
        ember_pool_run(pool, read_part, &job);
        double speed = (double)bytes / (seconds() - begin);
        best = speed > best ? speed : best;
    }
    return best;
}
