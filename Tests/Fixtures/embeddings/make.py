#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes qwen3-sentence/, xlm-roberta-sentence/ and pooling.json: what sentence-transformers computes for tiny models.

usage: make.py [pooling | qwen3 [TOKENIZER] | xlm-roberta]...

Runs with sentence-transformers, torch and sentencepiece; makes everything unless told what. TOKENIZER is a folder with tokenizer.json.
"""
import base64, io, json, os, shutil, sys, tempfile

import torch
from sentence_transformers import SentenceTransformer, models
from transformers import AutoTokenizer, PreTrainedTokenizerFast, Qwen3Config, Qwen3Model, XLMRobertaConfig, XLMRobertaModel

HERE = os.path.dirname(os.path.abspath(__file__))
TEXTS = [
    "", "a", "Hello, world!", "The engine reads the weights from the file.", "Où est la bibliothèque ?", "你好，世界。",
    "👩‍👩‍👧 and 🔥", "Unbelievable antidisestablishmentarianism 1234567", "a long text " * 60]


def rows(model, texts, **more):
    return [[float(x) for x in row] for row in model.encode(texts, normalize_embeddings=True, **more)]


def pooling():
    bert = models.Transformer(os.path.join(HERE, "bert-f32"), max_seq_length=64)
    result = []
    for mode in ["cls", "max", "mean", "mean_sqrt_len_tokens", "weightedmean", "lasttoken", ("max", "mean")]:
        pool = models.Pooling(bert.get_embedding_dimension(), pooling_mode=mode)
        model = SentenceTransformer(modules=[bert, pool], device="cpu")
        result.append({"config": pool.get_config_dict(), "embeddings": rows(model, TEXTS)})
    with open(os.path.join(HERE, "pooling.json"), "w") as out:
        json.dump({"max_seq_length": 64, "texts": TEXTS, "cases": result}, out, ensure_ascii=False)


def qwen3(tokenizer):
    torch.manual_seed(7)
    config = Qwen3Config(
        vocab_size=512, hidden_size=48, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, head_dim=16, max_position_embeddings=2048, tie_word_embeddings=False)
    model = Qwen3Model(config)
    for p in model.parameters():
        if p.dim() > 1:
            torch.nn.init.normal_(p, std=0.15)
    with tempfile.TemporaryDirectory() as plain:
        model.save_pretrained(plain)
        words = AutoTokenizer.from_pretrained(tokenizer)
        words.chat_template = None  # else texts are taken for chat messages
        words.save_pretrained(plain)
        body = models.Transformer(plain, max_seq_length=700)
        pool = models.Pooling(48, pooling_mode="lasttoken")
        sentence = SentenceTransformer(
            modules=[body, pool, models.Normalize()], device="cpu", prompts={"query": "Find: ", "document": ""})
    folder = os.path.join(HERE, "qwen3-sentence")
    shutil.rmtree(folder, ignore_errors=True)
    sentence.save(folder)
    os.remove(os.path.join(folder, "README.md"))
    os.chmod(os.path.join(folder, "model.safetensors"), 0o644)
    texts = TEXTS[1:] + ["one two three " * 400]
    with open(os.path.join(folder, "embeddings.json"), "w") as out:
        json.dump({"texts": texts, "embeddings": rows(sentence, texts), "query": rows(sentence, texts, prompt_name="query")},
                  out, ensure_ascii=False)


# How characters are normalised: a few of the rules that XLM-R has thousands of.
RULES = {"\t": " ", "\n": " ", "\u00a0": " ", "\u200d": " ", "½": "1/2", "ﬁ": "fi", "Ａ": "A", "…": "...", "e\u0301": "é", "\u200b": ""}
MULTILINGUAL = [
    "", "a", "Hello, world!", "The engine reads the weights from the file.", "Où est la bibliothèque ?", "« C’est l’été », dit-elle…",
    "cafe\u0301 ﬁn ½ Ａ", "tab\tand\u00a0two  spaces\n\nlines ", "你好，世界。", "Привет, мир", "👩\u200d👧 and 🔥", "a <pad> in <mask> a text</s> <pad>",
    "unseen ζ ж ﷽", "a long text " * 60]


def unigram():
    """A tokenizer like XLM-R's: pieces that sentencepiece found, its map of characters, `<s>` and `</s>` around each text."""
    import sentencepiece
    with open(os.path.join(HERE, "../../../LICENSE"), encoding="utf-8") as file:
        lines = [line for line in file.read().splitlines() if line] + MULTILINGUAL[:12] * 4
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as rules:
        for source, target in RULES.items():
            rules.write(" ".join(f"{ord(c):X}" for c in source) + "\t" + " ".join(f"{ord(c):X}" for c in target) + "\n")
        rules.flush()
        model = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines), model_writer=model, vocab_size=300, normalization_rule_tsv=rules.name, unk_id=0, bos_id=-1,
            eos_id=-1, minloglevel=2, num_threads=1)
    processor = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    pieces = [[name, 0.0] for name in ("<s>", "<pad>", "</s>", "<unk>")]
    pieces += [[processor.id_to_piece(i), processor.get_score(i)] for i in range(1, processor.get_piece_size())] + [["<mask>", 0.0]]
    special = [dict(id=i, content=name, single_word=False, lstrip=name == "<mask>", rstrip=False, normalized=False, special=True)
               for i, (name, _) in enumerate(pieces) if name in ("<s>", "<pad>", "</s>", "<unk>", "<mask>")]
    ends = [{"SpecialToken": dict(id=name, type_id=0)} for name in ("<s>", "</s>")]
    a, b = ({"Sequence": dict(id=name, type_id=0)} for name in "AB")
    spaces = dict(type="Metaspace", replacement="▁", prepend_scheme="always", split=True)
    character_map = base64.b64encode(normalizer_map(model.getvalue())).decode()
    return dict(
        version="1.0", truncation=None, padding=None, added_tokens=special,
        normalizer=dict(type="Precompiled", precompiled_charsmap=character_map),
        pre_tokenizer=dict(type="Sequence", pretokenizers=[dict(type="WhitespaceSplit"), spaces]),
        post_processor=dict(
            type="TemplateProcessing", single=[ends[0], a, ends[1]], pair=[ends[0], a, ends[1], ends[1], b, ends[1]],
            special_tokens={name: dict(id=name, ids=[i], tokens=[name]) for name, i in (("<s>", 0), ("</s>", 2))}),
        decoder=spaces, model=dict(type="Unigram", unk_id=3, vocab=pieces, byte_fallback=False))


def normalizer_map(model):
    """The field precompiled_charsmap (2) of the message normalizer_spec (3) of a model of sentencepiece."""
    def fields(data):
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
                varint()
                continue
            size = varint() if key & 7 == 2 else {1: 8, 5: 4}[key & 7]
            yield key >> 3, data[at:at + size]
            at += size

    return dict(fields(dict(fields(model))[3]))[2]


def xlm_roberta():
    torch.manual_seed(11)
    words = unigram()
    config = XLMRobertaConfig(
        vocab_size=len(words["model"]["vocab"]) + 3, hidden_size=48, intermediate_size=96, num_hidden_layers=2, num_attention_heads=4,
        max_position_embeddings=98, type_vocab_size=1, layer_norm_eps=1e-5)
    model = XLMRobertaModel(config, add_pooling_layer=False).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            norm = "LayerNorm.weight" in name
            parameter.copy_(torch.randn(parameter.shape) * (0.3 if norm else 0.15) + (1 if norm else 0))
    with tempfile.TemporaryDirectory() as plain:
        model.save_pretrained(plain)
        with open(os.path.join(plain, "tokenizer.json"), "w", encoding="utf-8") as out:
            json.dump(words, out, ensure_ascii=False)
        PreTrainedTokenizerFast(
            tokenizer_file=os.path.join(plain, "tokenizer.json"), bos_token="<s>", eos_token="</s>", unk_token="<unk>", pad_token="<pad>",
            cls_token="<s>", sep_token="</s>", mask_token="<mask>", model_max_length=96).save_pretrained(plain)
        body = models.Transformer(plain, max_seq_length=96)
        sentence = SentenceTransformer(
            modules=[body, models.Pooling(48, pooling_mode="mean"), models.Normalize()], device="cpu",
            prompts={"query": "query: ", "passage": "passage: "})
    folder = os.path.join(HERE, "xlm-roberta-sentence")
    shutil.rmtree(folder, ignore_errors=True)
    sentence.save(folder)
    os.remove(os.path.join(folder, "README.md"))
    os.chmod(os.path.join(folder, "model.safetensors"), 0o644)
    ids = [sentence.tokenizer(text, truncation=True, max_length=96)["input_ids"] for text in MULTILINGUAL]
    with torch.no_grad():
        states = model(input_ids=torch.tensor([ids[11]])).last_hidden_state[0]
    reference = dict(texts=MULTILINGUAL, ids=ids, states_of=11, states=[[float(x) for x in row] for row in states],
                     embeddings=rows(sentence, MULTILINGUAL), **{name: rows(sentence, MULTILINGUAL, prompt_name=name)
                                                                 for name in ("query", "passage")})
    with open(os.path.join(folder, "embeddings.json"), "w", encoding="utf-8") as out:
        json.dump(reference, out, ensure_ascii=False)


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["pooling", "qwen3", "xlm-roberta"]
    if "pooling" in wanted:
        pooling()
    if "qwen3" in wanted:
        given = [name for name in wanted[wanted.index("qwen3") + 1:][:1] if os.path.isdir(name)]
        qwen3(*given or [os.path.join(HERE, "../models/qwen3-bf16")])
    if "xlm-roberta" in wanted:
        xlm_roberta()
