// SPDX-License-Identifier: Apache-2.0
//
// A fixed set of threads and a barrier. Between two tokens of a conversation a model runs some hundred jobs of 10 to
// 200 microseconds each, so waiting threads spin for a while before they sleep; a machine that is busy gets its cores
// back soon. Where a core is taken by somebody else, such as the reader of the answer, its thread is not waited for:
// the others do its pieces. Dispatch and OpenMP have no barrier that spins for a bounded time, nor one that goes on
// without a thread that is late.

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // syscall
#endif
#include "internal.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#if defined(__linux__)
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

enum {
    SPINS = 2000,      // about 90 microseconds at 140 cycles a pause (Intel since Skylake)
    CACHE_LINE = 128,  // two lines, because neighbours are fetched in pairs
    POLITENESS = 5,    // steps of `nice`; each is about a fifth less of a core that others want, too
    STACK = 8 << 20,   // kernels that are not optimised keep more than 1 MB of tiles there; only touched pages cost
};

struct ember_pool {
    // Written by the caller, read by all.
    _Alignas(CACHE_LINE) _Atomic uint64_t gate; // the job's number, whether it is open, and how many workers are inside
    ember_job_function function;                // ordered by gate
    void *job;
    _Atomic bool stopping;

    // Written by all.
    _Alignas(CACHE_LINE) _Atomic uint32_t sleepers; // workers that sleep or are about to
    _Atomic bool caller_sleeps;

    // Only touched by those who sleep and those who wake them.
    _Alignas(CACHE_LINE) pthread_mutex_t mutex;
    pthread_cond_t work, done;

    size_t threads;
    struct ember_worker {
        ember_pool *pool;
        size_t thread;
        pthread_t handle;
    } workers[];
};

// Of the gate: workers inside, the flag, and the number of the job above them.
static const uint64_t INSIDE = (1u << 31) - 1, OPEN = 1u << 31;
enum { NUMBER = 32 };

EMBER_INLINE void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");  // `yield` returns at once on most cores
#endif
}

/// Waits until there is a job other than number `seen`; returns its number.
static uint32_t wait_for_job(ember_pool *pool, uint32_t seen) {
    for (int i = 0; i < SPINS; i++) {
        uint32_t number = (uint32_t)(atomic_load_explicit(&pool->gate, memory_order_acquire) >> NUMBER);
        if (number != seen) return number;
        relax();
    }
    // Either this thread sees the new number below, or the caller sees this sleeper: both sides use the total
    // order.
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1);
    uint32_t number;
    while ((number = (uint32_t)(atomic_load(&pool->gate) >> NUMBER)) == seen) {
        pthread_cond_wait(&pool->work, &pool->mutex);
    }
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->mutex);
    return number;
}

/// Starts the next job; nobody is inside.
static void announce(ember_pool *pool) {
    uint64_t number = (atomic_load_explicit(&pool->gate, memory_order_relaxed) >> NUMBER) + 1;
    atomic_store(&pool->gate, number << NUMBER | OPEN);
    if (atomic_load(&pool->sleepers) == 0) return;
    pthread_mutex_lock(&pool->mutex);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->mutex);
}

/// Whether the job with this number still takes workers; one that is late is done without.
static bool enter(ember_pool *pool, uint32_t number) {
    uint64_t gate = atomic_load_explicit(&pool->gate, memory_order_acquire);
    while (gate >> NUMBER == number && gate & OPEN) {
        if (atomic_compare_exchange_weak_explicit(&pool->gate, &gate, gate + 1, memory_order_acquire,
                                                  memory_order_acquire)) {
            return true;
        }
    }
    return false;
}

static void leave(ember_pool *pool) {
    if ((atomic_fetch_sub(&pool->gate, 1) & INSIDE) != 1) return;
    if (!atomic_load(&pool->caller_sleeps)) return;
    pthread_mutex_lock(&pool->mutex);
    pthread_cond_signal(&pool->done);
    pthread_mutex_unlock(&pool->mutex);
}

/// Lets nobody in any more and waits for those who are inside.
static void wait_until_finished(ember_pool *pool) {
    atomic_fetch_and(&pool->gate, ~OPEN);
    for (int i = 0; i < SPINS; i++) {
        if ((atomic_load_explicit(&pool->gate, memory_order_acquire) & INSIDE) == 0) return;
        relax();
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->caller_sleeps, true);
    while (atomic_load(&pool->gate) & INSIDE) pthread_cond_wait(&pool->done, &pool->mutex);
    atomic_store(&pool->caller_sleeps, false);
    pthread_mutex_unlock(&pool->mutex);
}

static void *work(void *argument) {
    struct ember_worker *worker = argument;
    ember_pool *pool = worker->pool;
    for (uint32_t seen = 0;;) {
        seen = wait_for_job(pool, seen);
        if (atomic_load_explicit(&pool->stopping, memory_order_relaxed)) return NULL;
        if (!enter(pool, seen)) continue;
        pool->function(pool->job, worker->thread, pool->threads);
        leave(pool);
    }
}

void ember_let_others_go_first(void) {
#if defined(__linux__)
    // There it is the threads that are nice, and new ones are as nice as who starts them. Where
    // this is refused, all are equal.
    (void)setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), getpriority(PRIO_PROCESS, 0) + POLITENESS);
#endif
}

ember_pool *ember_pool_create(size_t threads) {
    if (threads == 0) return NULL;
    size_t bytes = sizeof(ember_pool) + (threads - 1) * sizeof(struct ember_worker);
    ember_pool *pool = aligned_alloc(CACHE_LINE, (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (!pool) return NULL;
    memset(pool, 0, bytes);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->done, NULL);

    // A thread that cannot be started is done without. Nobody reads `threads` before the first job.
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    pool->threads = 1;
    while (pool->threads < threads) {
        struct ember_worker *worker = &pool->workers[pool->threads - 1];
        worker->pool = pool;
        worker->thread = pool->threads;
        if (pthread_create(&worker->handle, &attributes, work, worker) != 0) break;
        pool->threads++;
    }
    pthread_attr_destroy(&attributes);
    if (pool->threads > 1 || threads == 1) return pool;
    ember_pool_destroy(pool);
    return NULL;
}

void ember_pool_destroy(ember_pool *pool) {
    if (!pool) return;
    atomic_store(&pool->stopping, true);
    announce(pool);
    for (size_t i = 0; i + 1 < pool->threads; i++) pthread_join(pool->workers[i].handle, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

size_t ember_pool_threads(const ember_pool *pool) { return pool->threads; }

void ember_pool_run(ember_pool *pool, ember_job_function function, void *job) {
    if (pool->threads > 1) {
        pool->function = function;
        pool->job = job;
        announce(pool);
    }
    function(job, 0, pool->threads);
    if (pool->threads > 1) wait_until_finished(pool);
}
