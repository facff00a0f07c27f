// SPDX-License-Identifier: Apache-2.0
// Archives, from the system's packages.

#include <archive.h>
#include <archive_entry.h>
