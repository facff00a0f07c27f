// SPDX-License-Identifier: Apache-2.0
// Zstandard, from the system's packages.

#include <zstd.h>
