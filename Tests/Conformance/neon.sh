#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compiles the kernels for arm64 and compares them with the scalar ones under emulation: neon.sh [--if-possible].
# Where a tool is missing it fails, or with --if-possible says what was left out.
set -euo pipefail
cd "$(dirname "$0")/../.."

packages="gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user"
for tool in clang aarch64-linux-gnu-gcc qemu-aarch64; do
    command -v "$tool" >/dev/null && continue
    if [ "${1:-}" = --if-possible ]; then
        echo "SKIPPED: the arm64 kernels were not compared with the scalar ones: no $tool here (apt-get install $packages)"
        exit 0
    fi
    echo "The arm64 kernels cannot be compared: no $tool here. On Debian: apt-get install $packages" >&2
    exit 1
done

# A processor with the dot product of Armv8.2 and nothing that came later; qemu before 7.0 has none such.
processor=neoverse-n1
qemu-aarch64 -cpu help | grep -w "$processor" >/dev/null || processor=max

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for level in -O0 -O2; do
    for file in Sources/CEmber/*.c Tests/Conformance/kernels.c; do
        # Clang, because the kernels use its pragmas.
        clang --target=aarch64-linux-gnu --sysroot=/usr/aarch64-linux-gnu "$level" -std=c17 -D_GNU_SOURCE -Wall -Wextra -Werror \
            -ISources/CEmber/include -c "$file" -o "$out/$(basename "$(dirname "$file")")-$(basename "$file").o"
    done
    aarch64-linux-gnu-gcc -static "$out"/*.o -lm -lpthread -o "$out/kernels"
    echo "arm64 kernels at $level"
    QEMU_CPU=$processor qemu-aarch64 "$out/kernels"
    # One without it must be left to the scalar kernels: status 2, nothing to compare.
    status=0
    QEMU_CPU=cortex-a72 qemu-aarch64 "$out/kernels" || status=$?
    [ "$status" -eq 2 ] || { echo "a processor without the dot product was given kernels that need it" >&2; exit 1; }
done
