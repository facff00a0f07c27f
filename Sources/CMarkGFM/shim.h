// SPDX-License-Identifier: Apache-2.0
// GitHub's extended CommonMark parser, from the system's packages.

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
