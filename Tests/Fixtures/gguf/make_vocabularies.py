#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains two tiny tokenizers, writes them as GGUF, and notes what their own libraries make of some texts.

usage: make_vocabularies.py TEXTS.jsonl   (lines {"text": ...}; run in this folder)

sentencepiece.gguf + .jsonl: a SentencePiece BPE model with byte fallback; ids and texts by sentencepiece.
wordpiece.gguf + .jsonl: an uncased Bert model; ids and texts by tokenizers.
Needs gguf, sentencepiece and tokenizers from PyPI.
"""
import io, json, sys

import gguf
import sentencepiece
from tokenizers import BertWordPieceTokenizer

NORMAL, UNKNOWN, CONTROL, UNUSED, BYTE = 1, 2, 3, 5, 6


def save(name, kind, texts, types, scores=None, **ids):
    writer = gguf.GGUFWriter(f"{name}.gguf", "llama")
    writer.add_tokenizer_model(kind)
    writer.add_token_list(texts)
    writer.add_token_types(types)
    if scores:
        writer.add_token_scores(scores)
    for key, id in ids.items():
        getattr(writer, f"add_{key}_token_id")(id)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()


def note(name, lines):
    with open(f"{name}.jsonl", "w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def sentence_pieces(texts):
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts), model_writer=model, model_type="bpe", vocab_size=900, byte_fallback=True,
        normalization_rule_name="identity", remove_extra_whitespaces=False, character_coverage=0.98, minloglevel=2)
    sp = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    count = sp.get_piece_size()

    def type_of(id):
        if sp.is_unknown(id):
            return UNKNOWN
        return CONTROL if sp.is_control(id) else BYTE if sp.is_byte(id) else NORMAL

    save("sentencepiece", "llama", [sp.id_to_piece(i) for i in range(count)], [type_of(i) for i in range(count)],
         [sp.get_score(i) for i in range(count)], bos=sp.bos_id(), eos=sp.eos_id(), unk=sp.unk_id())
    # Control tokens that stand in a text are text to sentencepiece, and tokens to every program that reads the file.
    plain = [t for t in texts if not any(sp.id_to_piece(i) in t for i in range(3))]
    note("sentencepiece", ({"text": t, "ids": sp.encode(t), "ids_special": [sp.bos_id()] + sp.encode(t),
                            "decoded": sp.decode(sp.encode(t))} for t in plain))


def word_pieces(texts):
    tokenizer = BertWordPieceTokenizer(lowercase=True)
    tokenizer.train_from_iterator(texts, vocab_size=600, show_progress=False)
    vocabulary = sorted(tokenizer.get_vocab(), key=tokenizer.get_vocab().get)
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer = BertWordPieceTokenizer({t: i for i, t in enumerate(vocabulary)}, lowercase=True)
    tokenizer.add_special_tokens(special)

    def written(token):
        if token in special:
            return token
        return token[2:] if token.startswith("##") else "\u2581" + token

    types = [UNKNOWN if t == "[UNK]" else CONTROL if t in special else NORMAL for t in vocabulary]
    save("wordpiece", "bert", [written(t) for t in vocabulary], types, None, bos=vocabulary.index("[CLS]"),
         sep=vocabulary.index("[SEP]"), unk=vocabulary.index("[UNK]"), pad=vocabulary.index("[PAD]"))
    lines = []
    for text in texts:
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        whole = tokenizer.encode(text, add_special_tokens=True).ids
        lines.append({"text": text, "ids": ids, "ids_special": whole,
                      "decoded": tokenizer.decode(ids, skip_special_tokens=False)})
    note("wordpiece", lines)


texts = [json.loads(line)["text"] for line in open(sys.argv[1], encoding="utf-8")]
sentence_pieces([t for t in texts if t and "\0" not in t])
word_pieces(texts)
