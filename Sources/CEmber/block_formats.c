// SPDX-License-Identifier: Apache-2.0
//
// The block formats that GGUF files store quantised weights in, and how they are read. Source: the format's
// names, sizes and bit positions in ggml (ggml-common.h, ggml-quants.c); the tests compare every format
// with values that ggml computed.

#include "block_formats.h"

EMBER_INLINE float f16_at(const uint8_t *from) { return ember_load_float(from, EMBER_F16, 0); }

/// Bit `i` of a little-endian bit field.
EMBER_INLINE int bit(const uint8_t *bits, size_t i) { return bits[i / 8] >> (i % 8) & 1; }

/// 32 values of 4 bits: low halves of 16 bytes first, then the high halves.
EMBER_INLINE int nibble(const uint8_t *bytes, size_t i) { return bytes[i % 16] >> (i / 16 * 4) & 15; }

// MARK: One f16 scale for 32 inputs

static void read_q4_0(affine *out, const uint8_t *block) {
    out->scale = f16_at(block);
    for (size_t i = 0; i < 32; i++) out->value[i] = (int8_t)(nibble(block + 2, i) - 8);
}

static void read_q4_1(affine *out, const uint8_t *block) {
    out->scale = f16_at(block);
    out->bias = f16_at(block + 2);
    for (size_t i = 0; i < 32; i++) out->value[i] = (int8_t)nibble(block + 4, i);
}

static void read_q5_0(affine *out, const uint8_t *block) {
    out->scale = f16_at(block);
    for (size_t i = 0; i < 32; i++) {
        out->value[i] = (int8_t)((nibble(block + 6, i) | bit(block + 2, i) << 4) - 16);
    }
}

static void read_q5_1(affine *out, const uint8_t *block) {
    out->scale = f16_at(block);
    out->bias = f16_at(block + 2);
    for (size_t i = 0; i < 32; i++) out->value[i] = (int8_t)(nibble(block + 8, i) | bit(block + 4, i) << 4);
}

static void read_q8_0(affine *out, const uint8_t *block) {
    out->scale = f16_at(block);
    memcpy(out->value, block + 2, 32);
}

// MARK: Values from a table

static const int8_t iq4_table[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

static void read_iq4_nl(affine *out, const uint8_t *block) {
    out->scale = f16_at(block);
    for (size_t i = 0; i < 32; i++) out->value[i] = iq4_table[nibble(block + 2, i)];
}

static void read_iq4_xs(affine *out, const uint8_t *block) {
    out->scale = f16_at(block);
    unsigned high = block[2] | (unsigned)block[3] << 8;
    for (size_t g = 0; g < 8; g++) {
        int scale = (block[4 + g / 2] >> (g % 2 * 4) & 15) | (int)(high >> 2 * g & 3) << 4;
        out->level[g] = (int8_t)(scale - 32);
        for (size_t i = 0; i < 32; i++) out->value[32 * g + i] = iq4_table[nibble(block + 8 + 16 * g, i)];
    }
}

/// E2M1 numbers, doubled so that they are integers, with a power of two as scale: the OCP microscaling format MXFP4.
static void read_mxfp4(affine *out, const uint8_t *block) {
    static const int8_t table[16] = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};
    // 2^(e - 128); the two smallest are below the normal floats.
    uint32_t e = block[0];
    out->scale = ember_float_from_bits(e < 2 ? 0x00200000u << e : (e - 1) << 23);
    for (size_t i = 0; i < 32; i++) out->value[i] = table[nibble(block + 1, i)];
}

// MARK: Two levels of scales for 256 inputs

/// 8 scales and 8 minima of 6 bits in 12 bytes.
EMBER_INLINE void read_six_bit_scales(affine *out, const uint8_t *block) {
    const uint8_t *packed = block + 4;
    out->scale = f16_at(block);
    out->bias = -f16_at(block + 2);
    for (size_t g = 0; g < 4; g++) {
        out->level[g] = packed[g] & 63;
        out->minimum[g] = packed[g + 4] & 63;
        out->level[g + 4] = (int8_t)((packed[g + 8] & 15) | packed[g] >> 6 << 4);
        out->minimum[g + 4] = (int8_t)(packed[g + 8] >> 4 | packed[g + 4] >> 6 << 4);
    }
}

static void read_q4_k(affine *out, const uint8_t *block) {
    read_six_bit_scales(out, block);
    const uint8_t *bytes = block + 16;
    for (size_t i = 0; i < 256; i++) out->value[i] = bytes[i / 64 * 32 + i % 32] >> (i / 32 % 2 * 4) & 15;
}

static void read_q5_k(affine *out, const uint8_t *block) {
    read_six_bit_scales(out, block);
    const uint8_t *high = block + 16, *bytes = block + 48;
    for (size_t i = 0; i < 256; i++) {
        int low = bytes[i / 64 * 32 + i % 32] >> (i / 32 % 2 * 4) & 15;
        out->value[i] = (int8_t)(low | (high[i % 32] >> i / 32 & 1) << 4);
    }
}

static void read_q6_k(affine *out, const uint8_t *block) {
    const uint8_t *low = block, *high = block + 128;
    out->scale = f16_at(block + 208);
    memcpy(out->level, block + 192, 16);
    for (size_t i = 0; i < 256; i++) {
        size_t half = i / 128, in = i % 128;
        int four = low[half * 64 + in % 64] >> (in / 64 * 4) & 15;
        int two = high[half * 32 + in % 32] >> (in / 32 * 2) & 3;
        out->value[i] = (int8_t)((four | two << 4) - 32);
    }
}

/// Value `i` of 256 of 2 bits.
EMBER_INLINE int two_bits(const uint8_t *bytes, size_t i) {
    return bytes[i / 128 * 32 + i % 32] >> (i / 32 % 4 * 2) & 3;
}

static void read_q2_k(affine *out, const uint8_t *block) {
    out->scale = f16_at(block + 80);
    out->bias = -f16_at(block + 82);
    for (size_t g = 0; g < 16; g++) {
        out->level[g] = block[g] & 15;
        out->minimum[g] = block[g] >> 4;
    }
    for (size_t i = 0; i < 256; i++) out->value[i] = (int8_t)two_bits(block + 16, i);
}

static void read_q3_k(affine *out, const uint8_t *block) {
    const uint8_t *high = block, *scales = block + 96;
    out->scale = f16_at(block + 108);
    for (size_t g = 0; g < 16; g++) {
        int low = scales[g % 8] >> (g / 8 * 4) & 15, two = scales[8 + g % 4] >> (g / 4 * 2) & 3;
        out->level[g] = (int8_t)((low | two << 4) - 32);
    }
    for (size_t i = 0; i < 256; i++) {
        int set = high[i % 32] >> i / 32 & 1;
        out->value[i] = (int8_t)(two_bits(block + 32, i) - (set ? 0 : 4));
    }
}

// MARK: The table

static const block_format block_formats[] = {
    {.type = 2, .inputs = 32, .bytes = 18, .group = 32, .bits = 4, .offset = 8, .symmetric = true,
     .scales = EMBER_F16, .read = read_q4_0},
    {.type = 3, .inputs = 32, .bytes = 20, .group = 32, .bits = 4, .scales = EMBER_F16, .read = read_q4_1},
    {.type = 6, .inputs = 32, .bytes = 22, .group = 32, .bits = 5, .offset = 16, .symmetric = true,
     .scales = EMBER_F16, .read = read_q5_0},
    {.type = 7, .inputs = 32, .bytes = 24, .group = 32, .bits = 5, .scales = EMBER_F16, .read = read_q5_1},
    {.type = 8, .inputs = 32, .bytes = 34, .group = 32, .bits = 8, .offset = 128, .symmetric = true,
     .scales = EMBER_F16, .read = read_q8_0},
    {.type = 10, .inputs = 256, .bytes = 84, .group = 16, .bits = 4, .nested = true, .scales = EMBER_F16, .read = read_q2_k},
    {.type = 11, .inputs = 256, .bytes = 110, .group = 16, .bits = 4, .offset = 4, .symmetric = true,
     .nested = true, .scales = EMBER_F16, .read = read_q3_k},
    {.type = 12, .inputs = 256, .bytes = 144, .group = 32, .bits = 4, .nested = true, .scales = EMBER_F16, .read = read_q4_k},
    {.type = 13, .inputs = 256, .bytes = 176, .group = 32, .bits = 5, .nested = true, .scales = EMBER_F16, .read = read_q5_k},
    {.type = 14, .inputs = 256, .bytes = 210, .group = 16, .bits = 6, .offset = 32, .symmetric = true,
     .nested = true, .scales = EMBER_F16, .read = read_q6_k},
    {.type = 20, .inputs = 32, .bytes = 18, .group = 32, .bits = 8, .offset = 128, .symmetric = true,
     .scales = EMBER_F16, .read = read_iq4_nl},
    {.type = 23, .inputs = 256, .bytes = 136, .group = 32, .bits = 8, .offset = 128, .symmetric = true,
     .nested = true, .scales = EMBER_F16, .read = read_iq4_xs},
    {.type = 39, .inputs = 32, .bytes = 17, .group = 32, .bits = 8, .offset = 12, .symmetric = true,
     .scales = EMBER_F32, .read = read_mxfp4},
};

const block_format *ember_find_block_format(uint32_t type) {
    for (size_t i = 0; i < sizeof block_formats / sizeof *block_formats; i++) {
        if (block_formats[i].type == type) return &block_formats[i];
    }
    return NULL;
}

bool ember_block_layout_of(uint32_t type, ember_block_layout *layout) {
    const block_format *format = ember_find_block_format(type);
    if (!format) return false;
    if (!layout) return true;
    *layout = (ember_block_layout){.inputs = format->inputs, .bytes = format->bytes, .group = format->group,
                                   .bits = format->bits, .scales = format->scales,
                                   .kind = format->nested ? EMBER_NESTED : EMBER_PACKED};
    return true;
}

void ember_blocks_to_f32(float *dst, const void *src, uint32_t type, size_t n) {
    const block_format *format = ember_find_block_format(type);
    const uint8_t *block = src;
    affine a = {0};
    for (size_t i = 0; i < n; i += format->inputs, block += format->bytes) {
        format->read(&a, block);
        for (size_t k = 0; k < format->inputs; k++) {
            size_t g = k / format->group;
            float scale = format->nested ? a.scale * (float)a.level[g] : a.scale;
            float bias = format->nested ? a.bias * (float)a.minimum[g] : a.bias;
            float product = scale * (float)a.value[k];
            // Adding nothing would turn a negative zero into a positive one.
            dst[i + k] = format->symmetric ? product : product + bias;
        }
    }
}
