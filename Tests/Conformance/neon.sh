#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Compiles the kernels for arm64 and compares them with the scalar ones under emulation. On Debian it needs
#     apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
# and clang, whose pragmas the kernels use. A processor of its own can be named: QEMU_CPU=max Tests/Conformance/neon.sh
set -eu
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for level in -O0 -O2; do
    for file in Sources/CEmber/*.c Tests/Conformance/kernels.c; do
        clang --target=aarch64-linux-gnu --sysroot=/usr/aarch64-linux-gnu "$level" -std=c17 -Wall -Wextra -Werror \
            -ISources/CEmber/include -c "$file" -o "$out/$(basename "$(dirname "$file")")-$(basename "$file").o"
    done
    aarch64-linux-gnu-gcc -static "$out"/*.o -lm -lpthread -o "$out/kernels"
    echo "neon $level"
    QEMU_CPU="${QEMU_CPU:-neoverse-n1}" qemu-aarch64 "$out/kernels"
done
