// SPDX-License-Identifier: Apache-2.0

#include "internal.h"

const ember_kernels *ember_kernels_named(const char *name) {
    const ember_kernels *fastest_first[] = {
        ember_kernels_avx512(),
        ember_kernels_avx2(),
        ember_kernels_neon(),
        ember_kernels_scalar(),
    };
    for (size_t i = 0; i < sizeof fastest_first / sizeof *fastest_first; i++) {
        const ember_kernels *kernels = fastest_first[i];
        if (kernels && (!name || strcmp(kernels->name, name) == 0)) return kernels;
    }
    return NULL;
}
