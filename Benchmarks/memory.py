#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the memory's search over many passages beside sqlite-vec and FAISS, in turn, on the same vectors.

usage: memory.py HELPER [--passages 100000] [--questions 100] [--work FOLDER]

HELPER is the program of Benchmarks/memory (swift build -c release --package-path Benchmarks/memory). Texts are drawn from a
vocabulary by Zipf's law from its 100th word on, vectors around 2,000 centres, both seeded. Hearth's search is end to end but for the model: keywords, time,
vectors, fusion, and reading the texts. The peers find the nearest 20 of the same vectors with 8 bits a number, and nothing else.
"""
import argparse, os, statistics, subprocess, sys, tempfile, time

PEERS = ["numpy", "faiss-cpu", "sqlite-vec", "apsw"]
WIDTH = 384


def in_workspace(work):
    """Goes on in a Python that has the peers."""
    python = os.path.join(work, "venv-memory", "bin", "python3")
    if os.path.realpath(sys.prefix) == os.path.realpath(os.path.dirname(os.path.dirname(python))):
        return
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", os.path.dirname(os.path.dirname(python))], check=True)
    subprocess.run([python, "-m", "pip", "install", "-q", *PEERS], check=True)
    os.execv(python, [python, *sys.argv])


def make(passages, questions, work):
    import numpy
    random = numpy.random.default_rng(21)
    ranks = numpy.arange(1, 30_001)
    # The most frequent words of a language are function words, which are not indexed: the words begin at rank 100.
    weights = 1 / (ranks + 100) ** 1.05
    syllables = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "el", "or", "ist", "um")]
    words = [syllables[i % 140] + syllables[(i // 140) % 140] + syllables[(i * 7 + 3) % 140] for i in range(30_000)]
    def text(count):
        return " ".join(words[i] for i in random.choice(30_000, count, p=weights / weights.sum()))
    lengths = random.integers(8, 40, passages)
    with open(os.path.join(work, "texts"), "w") as file:
        for length in lengths:
            file.write(text(length) + "\n")
    centres = random.standard_normal((2_000, WIDTH)).astype("float32")
    vectors = centres[random.integers(0, 2_000, passages + questions)] + 0.7 * random.standard_normal(
        (passages + questions, WIDTH)).astype("float32")
    vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
    vectors.astype("<f4").tofile(os.path.join(work, "vectors"))
    return vectors, [text(6) for _ in range(questions)]


class Hearth:
    def __init__(self, helper, folder, work):
        self.process = subprocess.Popen(
            [helper, folder, os.path.join(work, "vectors"), str(WIDTH), os.path.join(work, "texts")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        begun = time.perf_counter()
        word, self.first = self.process.stdout.readline().split()
        self.filled = time.perf_counter() - begun

    def ask(self, action, line, text):
        self.process.stdin.write(f"{action} {line} {text}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def sizes(database):
    """Megabytes of the tables and their indexes."""
    import apsw
    connection = apsw.Connection(database)
    rows = dict(connection.execute("SELECT name, sum(pgsize) / 1e6 FROM dbstat GROUP BY name"))
    vectors = sum(size for name, size in rows.items() if "passage_vectors" in name)
    stems = sum(size for name, size in rows.items() if name.startswith("passage_stems"))
    return vectors, stems, rows.get("passages", 0)


def peers(vectors):
    import apsw, faiss, numpy, sqlite_vec
    index = faiss.IndexScalarQuantizer(WIDTH, faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT)
    index.train(vectors)
    index.add(vectors)
    # Python's own sqlite3 often cannot load extensions.
    connection = apsw.Connection(":memory:")
    connection.enable_load_extension(True)
    connection.load_extension(sqlite_vec.loadable_path())
    connection.execute(f"CREATE VIRTUAL TABLE v USING vec0(e int8[{WIDTH}])")
    rounded = numpy.round(vectors * 127 / abs(vectors).max()).astype("int8")
    with connection:
        connection.executemany(
            "INSERT INTO v (rowid, e) VALUES (?, vec_int8(?))", ((i, r.tobytes()) for i, r in enumerate(rounded)))
    scale = 127 / abs(vectors).max()
    def in_faiss(vector):
        index.search(vector[None], 20)
    def in_sqlite(vector):
        question = numpy.clip(numpy.round(vector * scale), -127, 127).astype("int8").tobytes()
        connection.execute("SELECT rowid FROM v WHERE e MATCH vec_int8(?) AND k = 20", (question,)).fetchall()
    return {f"FAISS {faiss.__version__}, 8 bits, vectors alone": in_faiss,
            f"sqlite-vec {sqlite_vec.__version__}, 8 bits, vectors alone": in_sqlite}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("helper")
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--work")
    options = parser.parse_args()
    work = options.work or tempfile.mkdtemp()
    os.makedirs(work, exist_ok=True)
    in_workspace(work)
    vectors, questions = make(options.passages, options.questions, work)
    others = peers(vectors[:options.passages])
    with tempfile.TemporaryDirectory(dir=work) as folder:
        hearth = Hearth(options.helper, folder, work)
        times = {"Hearth, end to end without the model": [], **{name: [] for name in others}, "Hearth, adding a passage": []}
        for number, question in enumerate(questions):
            line = options.passages + number
            times["Hearth, end to end without the model"].append(hearth.ask("search", line, question))
            for name, search in others.items():
                begun = time.perf_counter()
                search(vectors[line])
                times[name].append((time.perf_counter() - begun) * 1e3)
            times["Hearth, adding a passage"].append(hearth.ask("add", line, question))
        hearth.process.stdin.close()
        hearth.process.wait()
        print(f"{options.passages} passages, filled in {hearth.filled:.0f} s, first search {float(hearth.first):.0f} ms; ms:")
        for name, list_ in times.items():
            list_.sort()
            print(f"  {name:52} median {statistics.median(list_):8.2f}   slowest {list_[-1]:8.2f}")
        vectors_size, stems, texts = sizes(os.path.join(folder, "hearth.sqlite"))
        print(f"  vectors {vectors_size:.1f} MB, stems' index {stems:.1f} MB, together {vectors_size + stems:.1f} MB; texts {texts:.1f} MB")


if __name__ == "__main__":
    main()
