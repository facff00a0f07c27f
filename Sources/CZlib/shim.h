// SPDX-License-Identifier: Apache-2.0
// Deflate, from the system's packages.

#include <zlib.h>
