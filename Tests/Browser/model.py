# SPDX-License-Identifier: Apache-2.0
"""Writes models that say what a test wants, one piece after the other, through all of Hearth's own engine.

Each piece of an answer is one token. Attention and feed-forwards are zero, so what comes next depends on the last token alone: the
output's row of a piece is the embedding of the piece before it. How fast it goes is decided by the number of zeros.
"""

import json
import random
import struct
from collections import defaultdict
from pathlib import Path

WIDTH = 256
HEADS = 4
LAYERS = 2
CONTEXT = 16_384
END = "<|end|>"
THOUGHTS = "<|thoughts|>"
COUNTING = {"": [f" {number}" for number in range(1, 6001)]}


def write_model(folder, answers=COUNTING, thought=(), megabytes=0, context=CONTEXT):
    """Writes a model folder and returns it.

    answers: pieces by words that a question has to have; "" stands for every other question. No two pieces are equal.
    thought: pieces that the model thinks before the last of the answers, unless it is told not to think.
    megabytes: how much is read for each token, about.
    context: how many tokens the model has room for; each letter of a question is one.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    markers = [f"<|answer {index}|>" for index in range(len(answers))]
    ways = [[marker, *pieces, END] for marker, pieces in zip(markers, answers.values())]
    thinking = ["<think>", "</think>"] if thought else []
    if thought:
        ways.append([THOUGHTS, "<think>", *thought, "</think>", markers[-1]])
    added = ["<|user|>", "<|assistant|>", "<|system|>", END, THOUGHTS, *markers, *thinking]

    vocabulary = {letter: index for index, letter in enumerate(LETTERS)}
    pieces = [piece for way in ways for piece in way if piece not in added]
    assert len(set(pieces)) == len(pieces), "two pieces are equal"
    for piece in pieces:
        vocabulary.setdefault(spelled(piece), len(vocabulary))
    numbers = {text: len(vocabulary) + index for index, text in enumerate(added)}
    before = defaultdict(list)
    for way in ways:
        tokens = [numbers[piece] if piece in numbers else vocabulary[spelled(piece)] for piece in way]
        for first, second in zip(tokens, tokens[1:]):
            before[second].append(first)

    write_tokenizer(folder, vocabulary, numbers, thinking)
    (folder / "chat_template.jinja").write_text(chat_template(list(answers), markers, bool(thought)))
    write_weights(folder, len(vocabulary) + len(numbers), before, numbers[END], megabytes, context)
    return folder


def chat_template(questions, markers, thinks):
    """Picks the first answer whose words are in the last message."""
    cases = [(words, marker) for words, marker in zip(questions, markers) if words]
    choice = "".join(
        "{%% %s %s in messages[-1]['content'] %%}%s" % ("elif" if index else "if", json.dumps(words), marker)
        for index, (words, marker) in enumerate(cases))
    rest = markers[-1]
    if thinks:
        rest = "{%% if enable_thinking is defined and not enable_thinking %%}%s{%% else %%}%s{%% endif %%}" % (rest, THOUGHTS)
    choice = choice + "{% else %}" + rest + "{% endif %}" if cases else rest
    said = "{% for message in messages %}{{ '<|' + message['role'] + '|>' + message['content'] }}{% endfor %}"
    return said + "{% if add_generation_prompt %}" + choice + "{% endif %}"


# How byte-level tokenizers write each byte. Source: Radford et al. 2019, the encoder of GPT-2.
PLAIN = [*range(33, 127), *range(161, 173), *range(174, 256)]
LETTERS = [chr(byte) if byte in PLAIN else chr(256 + sum(other not in PLAIN for other in range(byte))) for byte in range(256)]


def spelled(text):
    return "".join(LETTERS[byte] for byte in text.encode())


def write_tokenizer(folder, vocabulary, numbers, thinking):
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    write(folder / "tokenizer.json", {
        "version": "1.0", "truncation": None, "padding": None, "normalizer": None, "pre_tokenizer": byte_level,
        "post_processor": None, "decoder": byte_level,
        "added_tokens": [
            {"id": number, "content": text, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
             "special": text not in thinking} for text, number in numbers.items()],
        "model": {
            "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
            "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": True,
            "vocab": vocabulary, "merges": []},
    })
    write(folder / "tokenizer_config.json", {"eos_token": END, "tokenizer_class": "PreTrainedTokenizerFast"})


def write_weights(folder, vocabulary, before, end, megabytes, context):
    inner = max(256, round(megabytes * 1e6 / (LAYERS * 3 * WIDTH * 2) / 256) * 256)
    write(folder / "config.json", {
        "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": WIDTH, "head_dim": WIDTH // HEADS,
        "num_attention_heads": HEADS, "num_key_value_heads": HEADS, "num_hidden_layers": LAYERS, "intermediate_size": inner,
        "vocab_size": vocabulary, "max_position_embeddings": context, "rms_norm_eps": 1e-6, "rope_theta": 10_000.0,
        "hidden_act": "silu", "tie_word_embeddings": False, "eos_token_id": end, "torch_dtype": "bfloat16"})
    rows = [[random.choice((-1, 1)) for _ in range(WIDTH)] for _ in range(vocabulary)]
    heads = [[sum(column) for column in zip(*(rows[one] for one in before[token]))] or [0] * WIDTH for token in range(vocabulary)]
    shapes = {"model.embed_tokens.weight": (vocabulary, WIDTH), "lm_head.weight": (vocabulary, WIDTH), "model.norm.weight": (WIDTH,)}
    for layer in range(LAYERS):
        shapes |= {f"model.layers.{layer}.{name}_layernorm.weight": (WIDTH,) for name in ("input", "post_attention")}
    # The zeros come last: they are a hole in the file.
    for layer in range(LAYERS):
        shapes |= {f"model.layers.{layer}.self_attn.{name}_proj.weight": (WIDTH, WIDTH) for name in "qkvo"}
        shapes |= {f"model.layers.{layer}.mlp.{name}_proj.weight": (inner, WIDTH) for name in ("gate", "up")}
        shapes[f"model.layers.{layer}.mlp.down_proj.weight"] = (WIDTH, inner)
    header, offset = {}, 0
    for name, shape in shapes.items():
        size = 2 * (shape[0] * shape[1] if len(shape) > 1 else shape[0])
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [offset, offset + size]}
        offset += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(folder / "model.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for row in rows + heads:
            file.write(bfloat16(row))
        file.write(bfloat16([1] * WIDTH * (1 + 2 * LAYERS)))
        file.truncate(8 + len(text) + offset)


def bfloat16(numbers):
    return b"".join(BFLOAT16[number] for number in numbers)


BFLOAT16 = {number: struct.pack("<f", number)[2:] for number in range(-64, 65)}


def write(file, value):
    file.write_text(json.dumps(value))
