// SPDX-License-Identifier: Apache-2.0

#include "internal.h"

const ember_kernels *ember_kernels_neon(void) { return NULL; }
