// SPDX-License-Identifier: Apache-2.0

#include "internal.h"

const ember_kernels *ember_kernels_avx2(void) { return NULL; }
