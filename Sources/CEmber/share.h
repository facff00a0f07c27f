// SPDX-License-Identifier: Apache-2.0
//
// How the threads of a job share out its work: in runs that they take as they get free, so that a slow thread does not
// hold up the others.

#pragma once

#include "internal.h"

#include <stdatomic.h>

/// Items 0 ..< count, handed out in runs of whole multiples of `smallest` that get shorter towards the end: long ones
/// stream well, short ones end together.
typedef struct share {
    _Atomic size_t next;
    size_t count, smallest;
} share;

/// The next run of items; false when none is left.
static inline bool take(share *s, size_t threads, size_t *begin, size_t *end) {
    size_t at = atomic_load_explicit(&s->next, memory_order_relaxed), to;
    do {
        if (at >= s->count) return false;
        size_t run = (s->count - at) * 2 / (3 * threads) / s->smallest * s->smallest;
        to = ember_min(at + (run > s->smallest ? run : s->smallest), s->count);
    } while (!atomic_compare_exchange_weak_explicit(&s->next, &at, to, memory_order_relaxed, memory_order_relaxed));
    *begin = at;
    *end = to;
    return true;
}

/// Numbers below which a row-wise job is done sooner than a second thread is told of it: some 5 microseconds of work.
enum { WORTH_SHARING = 1 << 14 };
