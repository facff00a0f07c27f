#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a model folder with random weights in the shape of a real one, in MLX's 4- or 8-bit format or in bf16.

usage: make_model.py FOLDER [--shape llama-3.2-1b] [--bits 4] [--group-size 64] [--seed 1]

Speed and memory depend on a model's shape, not on what it has learned, so this is enough to measure both without a download.
Needs nothing but Python. The weights are uniform with the spread of a trained model (0.02), so that activations stay sane.
"""
import argparse, array, json, os, random, struct

SHAPES = {
    "llama-3.2-1b": dict(layers=16, width=2048, heads=32, kv_heads=8, head_dim=64, inner=8192, vocabulary=128256),
    "tiny": dict(layers=2, width=256, heads=4, kv_heads=2, head_dim=64, inner=512, vocabulary=2048),
}
SPREAD = 0.02


def bf16(values):
    """The upper half of each number's fp32 bits."""
    return b"".join(struct.pack("<f", v)[2:] for v in values)


# A byte picks one of 256 weights, spread evenly and centred on 0; two translations make its two bytes.
TABLE = [bf16([SPREAD * 12**0.5 * (i - 127.5) / 256]) for i in range(256)]
LOW, HIGH = (bytes(v[k] for v in TABLE) for k in (0, 1))


def random_bf16(count, rng):
    """The bytes of `count` weights."""
    choices, data = rng.randbytes(count), bytearray(2 * count)
    data[0::2], data[1::2] = choices.translate(LOW), choices.translate(HIGH)
    return bytes(data)


def byte_alphabet():
    """GPT-2's printable stand-ins for the 256 bytes."""
    kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
    stand_ins = {b: chr(b) for b in kept}
    for index, b in enumerate(b for b in range(256) if b not in stand_ins):
        stand_ins[b] = chr(256 + index)
    return [stand_ins[b] for b in range(256)]


def tokenizer(vocabulary, specials, rng):
    """A byte-level BPE tokenizer of the wanted size, its merges drawn at random."""
    tokens = byte_alphabet()
    known, merges = set(tokens), []
    while len(tokens) < vocabulary - len(specials):
        a, b = rng.choice(tokens[: 256 + len(tokens) // 4]), rng.choice(tokens[:512])
        if a + b not in known:
            known.add(a + b)
            tokens.append(a + b)
            merges.append([a, b])
    added = [
        dict(id=len(tokens) + i, content=s, single_word=False, lstrip=False, rstrip=False, normalized=False, special=True)
        for i, s in enumerate(specials)
    ]
    split = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
    level = dict(type="ByteLevel", add_prefix_space=False, trim_offsets=True, use_regex=False)
    return dict(
        version="1.0", truncation=None, padding=None, added_tokens=added, normalizer=None,
        pre_tokenizer=dict(
            type="Sequence",
            pretokenizers=[dict(type="Split", pattern=dict(Regex=split), behavior="Isolated", invert=False), level]),
        post_processor=None, decoder=level,
        model=dict(
            type="BPE", dropout=None, unk_token=None, continuing_subword_prefix=None, end_of_word_suffix=None,
            fuse_unk=False, byte_fallback=False, ignore_merges=True,
            vocab={t: i for i, t in enumerate(tokens)}, merges=merges))


def tensors(s, bits, group):
    """Name, kind and shape of every tensor, in file order."""
    def linear(name, rows, cols):
        if bits == 16:
            yield name + ".weight", "BF16", (rows, cols)
            return
        yield name + ".weight", "U32", (rows, cols * bits // 32)
        yield name + ".scales", "BF16", (rows, cols // group)
        yield name + ".biases", "BF16", (rows, cols // group)

    yield from linear("model.embed_tokens", s["vocabulary"], s["width"])
    for i in range(s["layers"]):
        p = f"model.layers.{i}."
        q, kv = s["heads"] * s["head_dim"], s["kv_heads"] * s["head_dim"]
        yield p + "input_layernorm.weight", "BF16", (s["width"],)
        yield p + "post_attention_layernorm.weight", "BF16", (s["width"],)
        yield from linear(p + "self_attn.q_proj", q, s["width"])
        yield from linear(p + "self_attn.k_proj", kv, s["width"])
        yield from linear(p + "self_attn.v_proj", kv, s["width"])
        yield from linear(p + "self_attn.o_proj", s["width"], q)
        yield from linear(p + "mlp.gate_proj", s["inner"], s["width"])
        yield from linear(p + "mlp.up_proj", s["inner"], s["width"])
        yield from linear(p + "mlp.down_proj", s["width"], s["inner"])
    yield "model.norm.weight", "BF16", (s["width"],)


def contents(name, shape, bits, rng):
    """The bytes of one tensor."""
    count = 1
    for n in shape:
        count *= n
    if name.endswith("norm.weight"):
        return bf16([1.0]) * count
    if bits == 16:
        return random_bf16(count, rng)
    if name.endswith(".weight"):
        return rng.randbytes(4 * count)
    # Uniform codes 0 ... 2^bits - 1 have a spread of 2^bits / sqrt(12); the bias centres them.
    scale = SPREAD * 12**0.5 / 2**bits
    table = [scale * (0.75 + 0.5 * i / 255) for i in range(256)]
    if name.endswith(".biases"):
        table = [-(2**bits - 1) / 2 * v for v in table]
    halves = array.array("H", (struct.unpack("<H", bf16([v]))[0] for v in table))
    # Scales and biases of a layer draw the same choices, so that each bias fits its scale.
    choices = random.Random(name.rsplit(".", 1)[0]).randbytes(count)
    return array.array("H", (halves[c] for c in choices)).tobytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--shape", choices=SHAPES, default="llama-3.2-1b")
    parser.add_argument("--bits", type=int, choices=(4, 8, 16), default=4, help="16: not quantised")
    parser.add_argument("--group-size", type=int, choices=(32, 64, 128), default=64)
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    s, rng = SHAPES[a.shape], random.Random(a.seed)
    os.makedirs(a.folder, exist_ok=True)

    width = dict(U32=4, BF16=2)
    header, offset, listing = {}, 0, list(tensors(s, a.bits, a.group_size))
    for name, kind, shape in listing:
        size = width[kind]
        for n in shape:
            size *= n
        header[name] = dict(dtype=kind, shape=shape, data_offsets=[offset, offset + size])
        offset += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    temporary = os.path.join(a.folder, "model.safetensors.part")
    with open(temporary, "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text)
        for name, _, shape in listing:
            out.write(contents(name, shape, a.bits, rng))
    os.replace(temporary, os.path.join(a.folder, "model.safetensors"))

    specials = ["<|begin_of_text|>", "<|end_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"]
    specials += [f"<|reserved_special_token_{i}|>" for i in range(251)]
    eot = s["vocabulary"] - 256 + 4
    config = dict(
        architectures=["LlamaForCausalLM"], model_type="llama", hidden_size=s["width"], num_hidden_layers=s["layers"],
        num_attention_heads=s["heads"], num_key_value_heads=s["kv_heads"], head_dim=s["head_dim"],
        intermediate_size=s["inner"], vocab_size=s["vocabulary"], max_position_embeddings=131072, rms_norm_eps=1e-5,
        hidden_act="silu", tie_word_embeddings=True, bos_token_id=eot - 4, eos_token_id=eot, rope_theta=500000.0,
        rope_scaling=dict(rope_type="llama3", factor=32.0, high_freq_factor=4.0, low_freq_factor=1.0,
                          original_max_position_embeddings=8192))
    if a.bits == 16:
        config["torch_dtype"] = "bfloat16"
    else:
        config["quantization"] = dict(bits=a.bits, group_size=a.group_size, mode="affine")
    template = (
        "{{ bos_token }}{% for m in messages %}<|start_header_id|>{{ m['role'] }}<|end_header_id|>\n\n"
        "{{ m['content'] | trim }}<|eot_id|>{% endfor %}"
        "{% if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>\n\n{% endif %}")
    files = {
        "config.json": config, "tokenizer.json": tokenizer(s["vocabulary"], specials, rng),
        "tokenizer_config.json": dict(bos_token=specials[0], eos_token="<|eot_id|>", chat_template=template),
    }
    for name, value in files.items():
        with open(os.path.join(a.folder, name), "w", encoding="utf-8") as out:
            json.dump(value, out, ensure_ascii=False)
    format = "bf16" if a.bits == 16 else f"{a.bits} bits in groups of {a.group_size}"
    print(f"{a.folder}: {a.shape}, {format}, {offset / 1e9:.2f} GB of weights")


if __name__ == "__main__":
    main()
