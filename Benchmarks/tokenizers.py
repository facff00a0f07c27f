#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times our tokenizer against Hugging Face's `tokenizers` on one thread, on the same mixed text.

usage: tokenizers.py FOLDER [NAME ...]     FOLDER/NAME/tokenizer.json; without names, all of them
Makes a throw-away virtual environment with `tokenizers` (or takes the one in $VENV), builds the Swift side, makes a text
from a fixed seed, runs both alternately and prints a Markdown table of medians in MB/s, ratios and load times. The ids must
agree.
"""
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SEED = 20261121
ROUNDS = 5

ENGLISH = ("the of and to in is was that for it with as his on be at by this had not are but from or have an they which one "
           "you were her all she there would their we him been has when who will more no if out so said what up its about "
           "into than them can only other new some could time these two may then do first any my now such like our over man "
           "me even most made after also did many before must through back years where much your way well down should because "
           "each just those people how too little state good very make world still own see men work long get here between "
           "both life being under never day same another know while last might us great old year off come since against "
           "tokenization understanding extraordinary reproducible benchmark implementation responsibility").split()
FRENCH = ("le la les de des et à un une être avoir que qui dans pour pas sur avec ce il elle nous vous ils même où déjà très "
          "après été où français élève garçon naïve cœur œuvre forêt hôtel ça là-bas aujourd'hui l'été n'est qu'elle "
          "d'abord peut-être tokenisation compréhension").split()
CJK = "今日は天気がいいですね東京大阪人工智能语言模型中文分词测试数据我们的世界很大한국어문장입니다안녕하세요漢字仮名交じり文"
EMOJI = ["😀", "🎉", "👩‍💻", "🇫🇷", "❤️", "👍🏽", "🚀", "✨"]
CODE = ["def f(x, y=0):\n    return x ** 2 + y  # square\n", "for (int i = 0; i < n; ++i) {\n\tsum += a[i];\n}\n",
        "let value = items.map { $0.count }.reduce(0, +)\n", "if (x !== null && y >= 3.14) { console.log(`x=${x}`); }\n",
        "SELECT id, name FROM users WHERE age > 21 ORDER BY name;\n", "    }\n        }\n    return nil\n"]


def mixed(size):
    """At least `size` bytes of English, French, code, JSON, CJK, emoji and numbers."""
    r = random.Random(SEED)

    def sentence(words):
        s = " ".join(r.choice(words) for _ in range(r.randint(6, 18)))
        return s[0].upper() + s[1:] + r.choice([".", "!", "?", ";", ", and so on."])

    parts, total = [], 0
    while total < size:
        kind = r.random()
        if kind < 0.40:
            p = " ".join(sentence(ENGLISH) for _ in range(r.randint(2, 5))) + "\n"
        elif kind < 0.55:
            p = " ".join(sentence(FRENCH) for _ in range(r.randint(2, 4))) + "\n"
        elif kind < 0.72:
            p = "".join(r.choice(CODE) for _ in range(r.randint(1, 4)))
        elif kind < 0.82:
            p = json.dumps({r.choice(ENGLISH): r.randint(0, 10**6), r.choice(FRENCH): [r.random() for _ in range(3)],
                            "ok": True, "text": sentence(FRENCH)}, ensure_ascii=r.random() < 0.3) + "\n"
        elif kind < 0.92:
            p = "".join(r.choice(CJK) for _ in range(r.randint(10, 60))) + r.choice(["。", "！", "？"]) + "\n"
        elif kind < 0.96:
            p = sentence(ENGLISH) + " " + "".join(r.choice(EMOJI) for _ in range(r.randint(1, 5))) + "\n"
        else:
            p = " ".join(str(r.randint(0, 10**9)) for _ in range(8)) + f" {r.random():.6f} 2026-11-{r.randint(1, 30):02d}\n\n"
        parts.append(p)
        total += len(p.encode())
    return "".join(parts)


# Runs in the virtual environment: argv = tokenizer.json, text file.
THEIRS = r"""
import json, sys, time
from tokenizers import Tokenizer
raw = open(sys.argv[1], encoding="utf-8").read()
text = open(sys.argv[2], encoding="utf-8", newline="").read()
lines = [l for l in text.split("\n") if l]
t = time.perf_counter(); tok = Tokenizer.from_str(raw); load = time.perf_counter() - t
tok.no_truncation(); tok.no_padding()
t = time.perf_counter(); ids = tok.encode(text, add_special_tokens=False).ids; whole = time.perf_counter() - t
tok = Tokenizer.from_str(raw); tok.no_truncation(); tok.no_padding()
t = time.perf_counter()
for l in lines: tok.encode(l, add_special_tokens=False)
by_line = time.perf_counter() - t
c = 0
for i in ids: c = (c * 31 + i) & 0xFFFFFFFF
print(json.dumps({"load": load, "whole": [whole], "lines": [by_line], "ids": len(ids), "checksum": c}))
"""


def run(command, env=None):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, env=env).stdout)


def main():
    folder, names = sys.argv[1], sys.argv[2:]
    names = names or sorted(n for n in os.listdir(folder) if os.path.exists(f"{folder}/{n}/tokenizer.json"))
    with tempfile.TemporaryDirectory() as work:
        venv = os.environ.get("VENV")
        if not venv:
            venv = work + "/venv"
            subprocess.run([sys.executable, "-m", "venv", venv], check=True)
            subprocess.run([venv + "/bin/pip", "install", "-q", "tokenizers"], check=True)
        scratch = os.environ.get("SCRATCH", HERE + "/tokenizers/.build")
        build = ["swift", "build", "-c", "release", "--package-path", HERE + "/tokenizers", "--scratch-path", scratch]
        subprocess.run(build, check=True, stdout=sys.stderr)
        text = work + "/text.txt"
        with open(text, "w", encoding="utf-8", newline="") as f:
            f.write(mixed(int(os.environ.get("SIZE", "1000000"))))
        size = os.path.getsize(text) / 1e6
        env = dict(os.environ, TOKENIZERS_PARALLELISM="false", RAYON_NUM_THREADS="1")
        version = subprocess.run([venv + "/bin/python", "-c", "import tokenizers; print(tokenizers.__version__)"], check=True,
                                 capture_output=True, text=True).stdout.strip()
        print(f"Hearth against Hugging Face's `tokenizers` {version} on one thread: {size:.2f} MB of mixed text (seed {SEED}), "
              f"{ROUNDS} alternating\nrounds, medians.\n")
        print("| tokenizer | whole text, MB/s | ratio | line by line, MB/s | ratio | load, s |\n|---|---|---|---|---|---|", flush=True)
        for name in names:
            path = f"{folder}/{name}/tokenizer.json"
            ours, theirs = [], []
            for _ in range(ROUNDS):
                ours.append(run([scratch + "/release/TokenizerBenchmark", path, text, "1"]))
                theirs.append(run([venv + "/bin/python", "-c", THEIRS, path, text], env))
            same = all(o["checksum"] == t["checksum"] for o, t in zip(ours, theirs))

            def median(runs, key):
                return statistics.median(x for r in runs for x in (r[key] if isinstance(r[key], list) else [r[key]]))

            row = f"| {name}{'' if same else ': THE IDS DIFFER'} |"
            for key in ("whole", "lines"):
                a, b = median(ours, key), median(theirs, key)
                row += f" {size / a:.1f} against {size / b:.2f} | {b / a:.1f} × |"
            print(row + f" {median(ours, 'load'):.3f} against {median(theirs, 'load'):.3f} |", flush=True)
            print(f"tokenizers: {name}", file=sys.stderr)


main()
