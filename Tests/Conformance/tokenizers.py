#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes small tokenizers of every kind with Hugging Face's `tokenizers` and records what it does with them.

usage: python3 -m venv /tmp/v && /tmp/v/bin/pip install tokenizers==0.23.3 && /tmp/v/bin/python Tests/Conformance/tokenizers.py
Writes Tests/Fixtures/tokenizers/made/NAME/{tokenizer.json,encode.jsonl,decode.jsonl,stream.jsonl}.
Same output on every run: models are written out here rather than trained, ids are drawn from a fixed seed.
"""
import base64
import json
import os
import random
import struct
import sys

sys.path.pop(0)  # this folder, where this very file would be found as the module `tokenizers`
from tokenizers import Tokenizer
from tokenizers.decoders import DecodeStream

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Fixtures/tokenizers/made")

TEXTS = [
    "", " ", "a", "Hello, world!", "  two  spaces ", "It's 3.14 o'clock, isn't it?", "don't I'LL we've 'S",
    "Élève naïve, cœur ﬁnal ½ ①", "e\u0301 a\u0308\u0323 \u1e9b\u0323 \u0344 \u212b \uac00\u11a8 \u1112\u1161\u11ab",
    "日本語のテキスト、漢字カナ。ー", "中文 文字 abc中文def", "한국어 문장", "Ελληνικά Σίσυφος", "Привет, мир", "שלום עולם العربية",
    "İstanbul ſtraße ẞ ǅ K", "a\tb\nc\r\nd\u00a0e\u2003f\u2028g\u200bh\ufeffi", "x\x00y\x01z\x7f\x9f\ufffd",
    "1234567 ١٢٣ Ⅷ ²", "snake_case CamelCase kebab-case", "$5 + €3 = ¥8 <tag> [x] {y} ~`^|",
    "😀👩\u200d💻🇫🇷❤️ ok", "<s>inside</s> and <mask> here", "the<sep>end  <sep>  x <sep>", "[CLS] word [SEP]",
    "▁metaspace▁ ▁▁ x", "   leading", "trailing   ", "\n\n\nlines\n\n", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "hello|world hello hello", "Ａｂｃ ｶﾞ ㍿ ﷺ", "low lower lowest newer newest wider", "<0x41> raw", "don't do not . , ? !",
    "a.b,c;d:e!f?g", "tab\tsplit-on-dash-here", "…—–‘’“”«»", "x" * 30 + " y", "\u0301start", "q\u0323\u0307 q\u0307\u0323",
]
WORDS = "low lower lowest newer newest wider hello world the it is not do and a b c word text".split()


def chars():
    seen = {}
    for t in TEXTS:
        for c in t:
            seen.setdefault(c, None)
    return list(seen)


def bpe(alphabet, words, unk=None, prefix="", suffix="", extra=(), **options):
    """A BPE model whose merges build the given words from the left."""
    vocab, merges = {}, []

    def add(token):
        vocab.setdefault(token, len(vocab))

    for token in ([unk] if unk else []) + list(extra):
        add(token)
    for c in alphabet:
        add(c)
        if prefix:
            add(prefix + c)
        if suffix:
            add(c + suffix)
            if prefix:
                add(prefix + c + suffix)
    for word in words:
        parts = [(prefix if i else "") + c + (suffix if i == len(word) - 1 else "") for i, c in enumerate(word)]
        left = parts[0]
        for right in parts[1:]:
            if left not in vocab or right not in vocab:
                break
            if [left, right] not in merges:
                merges.append([left, right])
            left = left + right[len(prefix):]
            add(left)
    return {"type": "BPE", "dropout": None, "unk_token": unk, "continuing_subword_prefix": prefix or None,
            "end_of_word_suffix": suffix or None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
            "vocab": vocab, "merges": merges, **options}


def byte_alphabet():
    keep = list(range(0x21, 0x7F)) + list(range(0xA1, 0xAD)) + list(range(0xAE, 0x100))
    table, n = {}, 0
    for b in range(256):
        if b in keep:
            table[b] = chr(b)
        else:
            table[b] = chr(0x100 + n)
            n += 1
    return table


BYTES = byte_alphabet()


def spelled(text):
    return "".join(BYTES[b] for b in text.encode())


BYTE_BPE = bpe(BYTES.values(), [spelled(w) for w in WORDS + [" hello", " the", "é", " 日", "😀"]])


def unigram(pieces, unk_id=0, byte_fallback=False):
    return {"type": "Unigram", "unk_id": unk_id, "vocab": pieces, "byte_fallback": byte_fallback}


def wordpiece(words, **options):
    vocab = {}
    for w in ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + words:
        vocab.setdefault(w, len(vocab))
    return {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 20,
            "vocab": vocab, **options}


def wordlevel(words):
    return {"type": "WordLevel", "unk_token": "<unk>", "vocab": {w: i for i, w in enumerate(["<unk>"] + words)}}


def added(content, **flags):
    return {"id": 0, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
            "special": True, **flags}


def charsmap(rules):
    """A SentencePiece character map: a double-array trie in darts-clone's layout, built the slow way."""
    texts, offsets = b"", {}
    for key, value in sorted(rules.items()):
        offsets[key.encode()] = len(texts)
        texts += value.encode() + b"\0"
    units, used = {0: 0}, {0}

    def place(node, keys):
        """Gives the children of `node`, whose keys share a prefix, their places."""
        labels = sorted({k[0] if k else 0 for k in keys})
        base = 1
        while True:
            if all((node ^ base ^ label) not in used for label in labels) and base < 1 << 21:
                break
            base += 1
        units[node] |= base << 10
        for label in labels:
            child = node ^ base ^ label
            used.add(child)
            if label == 0:
                units[child] = 0x80000000 | keys[b""]
                units[node] |= 0x100
            else:
                units[child] = label
        for label in labels:
            if label:
                place(node ^ base ^ label, {k[1:]: v for k, v in keys.items() if k and k[0] == label})

    place(0, offsets)
    size = (max(units) // 256 + 1) * 256
    array = struct.pack("<%dI" % size, *[units.get(i, 0) for i in range(size)])
    return base64.b64encode(struct.pack("<I", len(array)) + array + texts).decode()


PIECES = [["<unk>", 0.0], ["<s>", 0.0], ["</s>", 0.0], ["▁", -2.0]] + [["▁" + w, -3.0 - i / 7] for i, w in enumerate(WORDS)] \
    + [[w, -5.0 - i / 5] for i, w in enumerate(["lo", "low", "er", "est", "hel", "new", "ing", "é", "日本", "語", "el", "or", "ld"])] \
    + [[c, -8.0 - i / 31] for i, c in enumerate("abcdefghijklmnopqrstuvwxyz.,!?'1234567890")]
BYTE_PIECES = [["<0x%02X>" % b, -12.0] for b in range(256)]
LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": True, "trim_offsets": True}
WHITE = {"type": "WhitespaceSplit"}
CASES = {}


def case(name, model, normalizer=None, pre=None, post=None, decoder=None, tokens=()):
    assert name not in CASES
    CASES[name] = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": list(tokens),
                   "normalizer": normalizer, "pre_tokenizer": pre, "post_processor": post, "decoder": decoder, "model": model}


# Models.
META = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
case("unigram", unigram(PIECES), pre=META, decoder=META, tokens=[added("<s>"), added("</s>"), added("<unk>")])
case("unigram-byte-fallback", unigram(PIECES + BYTE_PIECES, byte_fallback=True), pre={**META, "split": False},
     decoder={"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
                                               {"type": "ByteFallback"}, {"type": "Fuse"},
                                               {"type": "Strip", "content": " ", "start": 1, "stop": 0}]})
case("wordlevel", wordlevel(WORDS + [".", ",", "!", "?"]), pre={"type": "Whitespace"})
case("wordlevel-no-decoder-punct", wordlevel(WORDS), pre={"type": "Sequence", "pretokenizers": [WHITE, {"type": "Punctuation", "behavior": "Removed"}]})
case("wordpiece-cleanup", wordpiece(WORDS + ["##" + c for c in "abcdefghijklmnopqrstuvwxyz"] + list("abcdefghijklmnopqrstuvwxyz.,?!'") + ["中", "é"]),
     normalizer={"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True},
     pre={"type": "BertPreTokenizer"}, decoder={"type": "WordPiece", "prefix": "##", "cleanup": True},
     post={"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}, tokens=[added("[CLS]"), added("[SEP]")])
case("bpe-prefix-suffix", bpe(chars(), WORDS, unk="<unk>", prefix="##", suffix="</w>"), pre=WHITE, decoder={"type": "BPEDecoder", "suffix": "</w>"})
case("bpe-suffix", bpe(chars(), WORDS, unk="<unk>", suffix="</w>"), normalizer={"type": "Lowercase"}, pre={"type": "BertPreTokenizer"},
     decoder={"type": "BPEDecoder", "suffix": "</w>"})
case("bpe-unknown", bpe("abcdefgh lo", WORDS, unk="<unk>"), pre=None, decoder={"type": "Fuse"})
case("bpe-fused-unknown", bpe("abcdefgh lo", WORDS, unk="<unk>", fuse_unk=True), decoder={"type": "Fuse"})
case("bpe-no-unknown", bpe("abcdefgh lo", WORDS), decoder={"type": "Fuse"})
case("bpe-ignore-merges", {**BYTE_BPE, "ignore_merges": True, "vocab": {**BYTE_BPE["vocab"], "Ġworld": 900}},
     pre={"type": "ByteLevel", "add_prefix_space": True, "use_regex": True, "trim_offsets": True}, decoder=LEVEL)
case("bpe-metaspace-merges-across", bpe(chars() + ["▁"], ["▁hello▁world", "▁the", "▁▁▁", "o▁", "d▁"], unk="<unk>"),
     normalizer={"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
     decoder={"type": "Replace", "pattern": {"String": "▁"}, "content": " "})
case("bpe-metaspace-words", bpe(chars() + ["▁"], ["▁hello", "▁world", "▁the", "▁▁▁", "▁low", "▁▁x"], unk="<unk>"),
     normalizer={"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
     decoder={"type": "Replace", "pattern": {"String": "▁"}, "content": " "})

# Normalizers, in front of a byte-level model, which shows every byte.
for name, normalizer in {
    "nfc": {"type": "NFC"}, "nfd": {"type": "NFD"}, "nfkc": {"type": "NFKC"}, "nfkd": {"type": "NFKD"}, "nmt": {"type": "Nmt"},
    "lowercase": {"type": "Lowercase"}, "strip": {"type": "Strip", "strip_left": True, "strip_right": True},
    "strip-left": {"type": "Strip", "strip_left": True, "strip_right": False},
    "strip-accents": {"type": "Sequence", "normalizers": [{"type": "NFKD"}, {"type": "StripAccents"}]},
    "replace-regex": {"type": "Replace", "pattern": {"Regex": r"\s{2,}|\d+"}, "content": "#"},
    "replace-string": {"type": "Replace", "pattern": {"String": "ll"}, "content": "LL"},
    "bert-plain": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": True, "lowercase": False},
    "precompiled": {"type": "Precompiled", "precompiled_charsmap": charsmap(
        {"Ａ": "A", "ﬁ": "fi", "½": "1⁄2", "é": "E", "e\u0301": "é!", "\u00a0": " ", "\t": " ", "①": "1", "㍿": "株式会社", "\u200b": ""})},
}.items():
    case("normalizer-" + name, BYTE_BPE, normalizer=normalizer, pre=LEVEL, decoder=LEVEL)
case("normalizer-byte-level", BYTE_BPE, normalizer={"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "ByteLevel"}]},
     pre={"type": "Split", "pattern": {"Regex": "Ġ?[^Ġ]+"}, "behavior": "Isolated", "invert": False}, decoder=LEVEL)

# Pre-tokenizers: every word is unknown or a character, so a model of characters shows the cuts through its merges.
GLUE = bpe(chars() + ["▁"], ["Hello", "world", "isn't", "3.14", "a.b", "abc中文", "中文", "12", "aaaaa", "lo", "  ", "snake_case", "...", "日本語", "カナ"], unk="<unk>")
for behavior in ("Isolated", "Removed", "Contiguous", "MergedWithPrevious", "MergedWithNext"):
    for invert in (False, True):
        case(f"split-{behavior.lower()}{'-inverted' if invert else ''}", GLUE,
             pre={"type": "Split", "pattern": {"Regex": r"[\s.,'-]|\d"}, "behavior": behavior, "invert": invert}, decoder={"type": "Fuse"})
    case(f"punctuation-{behavior.lower()}", GLUE, pre={"type": "Punctuation", "behavior": behavior}, decoder={"type": "Fuse"})
for name, pre in {
    "split-string": {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False},
    "whitespace": {"type": "Whitespace"}, "digits": {"type": "Digits", "individual_digits": False},
    "digits-single": {"type": "Digits", "individual_digits": True}, "delimiter": {"type": "CharDelimiterSplit", "delimiter": "-"},
    "scripts": {"type": "UnicodeScripts"}, "fixed-length": {"type": "FixedLength", "length": 3},
    "metaspace-legacy": {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True},
    "metaspace-never": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "never", "split": True},
    "metaspace-first": {"type": "Sequence", "pretokenizers": [WHITE, {"type": "Metaspace", "replacement": "_", "prepend_scheme": "first", "split": True}]},
    "byte-level-words": {"type": "ByteLevel", "add_prefix_space": True, "use_regex": False, "trim_offsets": True},
    "byte-level-then-split": {"type": "Sequence", "pretokenizers": [{"type": "ByteLevel", "add_prefix_space": False, "use_regex": False, "trim_offsets": True},
                                                                    {"type": "Split", "pattern": {"String": "Ġ"}, "behavior": "MergedWithNext", "invert": False}]},
}.items():
    case("pre-" + name, BYTE_BPE if "byte-level" in name else GLUE, pre=pre, decoder=LEVEL if "byte-level" in name else {"type": "Fuse"})

# Patterns of published tokenizers that the reference data lacks, and the corners of the syntax.
CL100K = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
O200K = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
KIMI = r"[\p{Han}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
for name, pattern in {
    "cl100k": CL100K, "o200k": O200K, "kimi": KIMI, "lazy": r"a+?|[a-z]{2,4}?x?|\w+?\b", "atomic": r"(?>a+|aa)b|(?:lo|low)(?:er|est)?+",
    "behind": r"(?<=l)o|(?<!\w)w\w+|(?<=a|bc)[.,]", "anchors": r"^\w|\w$|\b\d|\A.|\B\S\z", "interval": r"\d{3}+|[a-z]{,2}[A-Z]|(?:ab?){2,3}",
    "classes": r"[[:alpha:]&&[^aeiou]]+|[\w&&\d]|[\p{Greek}\p{Cyrillic}]+|[^\x00-\x7F]|[a\-z\]]", "options": r"(?i)h(?-i:E)llo|(?m:o.w)|(?x: t h e )|(?i:é|k)",
    "possessive": r"\p{N}{1,3}+|[a-z]++|\s*+\S",
}.items():
    case("regex-" + name, BYTE_BPE, pre={"type": "Sequence", "pretokenizers": [
        {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False},
        {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False, "trim_offsets": True}]}, decoder=LEVEL)

# Post-processors, decoders, added tokens.
case("template-twice", BYTE_BPE, pre=LEVEL, decoder=LEVEL, tokens=[added("<s>"), added("</s>")],
     post={"type": "Sequence", "processors": [{"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False, "use_regex": True},
                                              {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "end", "type_id": 0}}],
                                               "pair": [{"Sequence": {"id": "B", "type_id": 0}}, {"SpecialToken": {"id": "end", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 1}}],
                                               "special_tokens": {"<s>": {"id": "<s>", "ids": [301], "tokens": ["<s>"]}, "end": {"id": "end", "ids": [302, 302], "tokens": ["</s>", "</s>"]}}}]})
case("decoder-ctc", wordlevel(["<pad>", "|", "h", "e", "l", "o", "n't", "."]), pre={"type": "Split", "pattern": {"Regex": "n't|."}, "behavior": "Isolated", "invert": False},
     decoder={"type": "CTC", "pad_token": "<pad>", "word_delimiter_token": "|", "cleanup": True})
case("decoder-strip", wordlevel(WORDS + [" a ", "  b", "c  "]), pre={"type": "Split", "pattern": {"Regex": "[a-z]+"}, "behavior": "Isolated", "invert": False},
     decoder={"type": "Strip", "content": " ", "start": 1, "stop": 1})
case("decoder-metaspace-never", unigram(PIECES), pre=META, decoder={**META, "prepend_scheme": "never"})
case("decoder-replace-regex", BYTE_BPE, pre=LEVEL, decoder={"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"Regex": "l+"}, "content": "L"}, LEVEL]})
FLAGS = [added("<mask>", lstrip=True), added("<sep>", lstrip=True, rstrip=True, special=False), added("hello", single_word=True, special=False),
         added("Élève", normalized=True, special=False), added("  ", special=False), added("world", normalized=True, single_word=True, special=False),
         added("<s>", normalized=True), added("</s>", rstrip=True), added("low", special=False), added("lowest", special=False)]
case("added-lowercase", BYTE_BPE, normalizer={"type": "Lowercase"}, pre=LEVEL, decoder=LEVEL, tokens=FLAGS)
case("added-nfd", BYTE_BPE, normalizer={"type": "NFD"}, pre=LEVEL, decoder=LEVEL, tokens=FLAGS)
case("added-metaspace", unigram(PIECES), normalizer={"type": "Prepend", "prepend": "▁"}, pre={**META, "prepend_scheme": "first"}, decoder=META, tokens=FLAGS)


def main():
    os.makedirs(OUT, exist_ok=True)
    for name, spec in CASES.items():
        used = set(spec["model"]["vocab"].values()) if isinstance(spec["model"]["vocab"], dict) else set()
        for token in spec["added_tokens"]:
            vocab = spec["model"]["vocab"]
            ids = {p[0]: i for i, p in enumerate(vocab)} if isinstance(vocab, list) else vocab
            token["id"] = ids.get(token["content"], max(used, default=len(vocab)) + 1)
            used.add(token["id"])
        text = json.dumps(spec, ensure_ascii=False, separators=(",", ":"))
        tokenizer = Tokenizer.from_str(text)
        folder = f"{OUT}/{name}"
        os.makedirs(folder, exist_ok=True)
        with open(folder + "/tokenizer.json", "w") as f:
            f.write(text)
        rng = random.Random(name)
        seen = []
        with open(folder + "/encode.jsonl", "w") as f:
            for t in TEXTS:
                try:
                    ids = tokenizer.encode(t, add_special_tokens=False).ids
                except BaseException as error:  # some texts make the reference panic; they prove nothing
                    print(name, repr(t), error)
                    continue
                row = {"text": t, "ids": ids}
                special = tokenizer.encode(t).ids
                if special != ids:
                    row["ids_special"] = special
                try:
                    row["decoded"] = tokenizer.decode(ids, skip_special_tokens=False)
                    skip = tokenizer.decode(ids, skip_special_tokens=True)
                except BaseException:  # BPEDecoder and Strip panic on some lists; ours gives the empty text there.
                    row["decoded"] = skip = ""
                if skip != row["decoded"]:
                    row["decoded_skip"] = skip
                if t in ("Hello, world!", "low lower lowest newer newest wider"):
                    row["pair_ids"] = tokenizer.encode(t, "the world").ids
                f.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
                seen += ids
        known = sorted(set(seen) | set(tokenizer.get_vocab().values()))
        with open(folder + "/decode.jsonl", "w") as f, open(folder + "/stream.jsonl", "w") as g:
            for i in range(12):
                ids = [rng.choice(known) for _ in range(rng.randint(1, 9))]
                try:
                    row = {"ids": ids, "decoded": tokenizer.decode(ids, skip_special_tokens=False)}
                    skip = tokenizer.decode(ids, skip_special_tokens=True)
                except BaseException:
                    continue
                if skip != row["decoded"]:
                    row["decoded_skip"] = skip
                f.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
            for t in TEXTS[5:20:4]:
                stream = DecodeStream(skip_special_tokens=False)
                try:
                    ids = tokenizer.encode(t, add_special_tokens=False).ids
                    chunks = [stream.step(tokenizer, i) for i in ids]
                    full = tokenizer.decode(ids, skip_special_tokens=False)
                except BaseException:
                    continue
                emitted = "".join(c or "" for c in chunks)
                held = full[len(emitted):] if full.startswith(emitted) else None
                g.write(json.dumps({"ids": ids, "skip_special": False, "chunks": chunks, "full": full, "held_back": held}, ensure_ascii=False, separators=(",", ":")) + "\n")
    print(len(CASES), "tokenizers")


sys.setrecursionlimit(10_000)
main()
