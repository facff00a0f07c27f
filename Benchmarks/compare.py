#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures Ember beside llama.cpp and MLX on this machine, in turn, on the same random weights.

usage: compare.py HEARTH [--rounds 5] [--threads N] [--only speed,turn] [--work FOLDER] [--write docs/performance.md]

Sections: speed (reading, writing, loading), avx2 (Ember's speed with AVX2 alone), mlx (a few tokens), gguf (the same file in both
engines), deepseek (a small mixture of experts), memory, turn (the tenth of a conversation), sessions (answers at once), dictation
(guessing ahead), tokenizers.

Peers come from PyPI into a throw-away virtual environment: llama-cpp-python is built from source with native flags (10 to 20
minutes on two cores), mlx and mlx-lm are wheels. --work keeps environment and models for the next time. Rounds alternate
between the engines, so that a machine that slows down slows all of them; medians are reported, ratios of medians, and the
lowest and highest ratio of a round.
"""
import argparse, json, os, platform, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
CONTEXT = 4096
READ, WRITTEN, DEPTHS = (512, 2048), 32, (8, 2048)
CACHED, NEW = 3000, 200
SESSIONS, SESSION_TOKENS = (1, 4), 64
FILLED = (DEPTHS[-1] + WRITTEN, CONTEXT)
FORMATS = ("Q4_0", "Q4_K_M")
SMALL_WRITTEN = 256
TEXTS = dict(records="records with one change", prose="prose")

SECTIONS = ("speed", "avx2", "mlx", "gguf", "deepseek", "memory", "turn", "sessions", "dictation", "tokenizers")
# What is the same every time, or takes too long, is measured in the first round only.
ONCE = ("mlx", "memory")
LLAMA = {"speed", "gguf", "deepseek", "memory", "turn", "sessions"}

ROWS = [
    *((f"reading {n:,} tokens, tokens/s", f"prefill_{n}", 1) for n in READ),
    *((f"writing, {n:,} tokens in the context, tokens/s", f"decode_{n}", 1) for n in DEPTHS),
    ("load from the page cache, s", "load", 1),
    *((f"{kind} file, {title}", f"{kind}_{key}", 1) for kind in FORMATS for title, key in (
        (f"reading {READ[0]} tokens, tokens/s", "prefill"), (f"writing, {DEPTHS[0]} tokens in the context, tokens/s", "decode"))),
    *((f"DeepSeek-V3 of 109 million parameters, {title}, tokens/s", f"deepseek_{key}", 1) for title, key in (
        (f"reading {READ[0]} tokens", "prefill"), (f"writing, {DEPTHS[0]} tokens in the context", "decode"))),
    *((f"peak resident memory, {n:,} of {CONTEXT:,} tokens filled, MB", f"rss_{n}", 1e-6) for n in FILLED),
    (f"tenth turn: {NEW} new tokens behind {CACHED:,}, to the first token, s", "turn", 1),
    ("the same when nothing was kept, s", "turn_uncached", 1),
    *((f"{n} answer{'s at once, together' if n > 1 else ''}, {SESSION_TOKENS} tokens each, tokens/s", f"sessions_{n}", 1)
      for n in SESSIONS),
    *((f"writing {title}, {how}, tokens/s", f"{name}_{key}", 1) for name, title in TEXTS.items()
      for how, key in (("guessing ahead", "guessing"), ("without", "plain"))),
]


def output(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\nended with status {done.returncode}:\n{done.stderr[-2000:]}")
    return done.stdout


# MARK: Engines

class Ember:
    def __init__(self, hearth, models, threads):
        self.hearth, self.models, self.threads = hearth, models, threads

    def bench(self, *arguments, isa=None, model=None):
        environment = dict(os.environ, **({"EMBER_ISA": isa} if isa else {}))
        command = [self.hearth, "model", "bench", model or self.models.folder, "--json", "--threads", str(self.threads),
                   *map(str, arguments)]
        return json.loads(output(command, env=environment))

    def short(self, name, model, written):
        run = self.bench("--prompt", READ[0], "--generate", written, "--depth", DEPTHS[0], model=model)
        return {f"{name}_prefill": run["prefill_tokens_per_second"],
                f"{name}_decode": run["decode_tokens_per_second"][str(DEPTHS[0])]}

    def gguf(self):
        results = [self.short(kind, file, WRITTEN) for kind, file in self.models.formats.items()]
        return {key: value for result in results for key, value in result.items()}

    def deepseek(self):
        return self.short("deepseek", self.models.deepseek[0], SMALL_WRITTEN)

    def speed(self, isa=None):
        run = self.bench("--prompt", READ[0], "--generate", WRITTEN, "--depth", ",".join(map(str, DEPTHS)), isa=isa)
        result = {f"decode_{depth}": value for depth, value in run["decode_tokens_per_second"].items()}
        result.update({f"prefill_{READ[0]}": run["prefill_tokens_per_second"], "load": run["load_seconds"],
                       "bandwidth": run["read_bandwidth_bytes_per_second"], "isa": run["isa"]})
        for size in READ[1:]:
            longer = self.bench("--prompt", size, "--generate", 1, "--depth", 8, isa=isa)
            result[f"prefill_{size}"] = longer["prefill_tokens_per_second"]
        return result

    def avx2(self):
        return self.speed("avx2")

    def memory(self):
        return {f"rss_{filled}": self.bench("--prompt", 16, "--generate", WRITTEN, "--depth", filled - WRITTEN,
                                            "--context", CONTEXT)["peak_rss_bytes"] for filled in FILLED}

    def turn(self):
        run = self.bench("--turn", f"{CACHED},{NEW}")
        if (run["turn_cached_tokens"], run["turn_uncached_tokens"]) != (CACHED - 1, CACHED + NEW):
            sys.exit(f"the turn did not find what it should: {run}")
        return {"turn": run["turn_seconds"], "turn_uncached": run["turn_uncached_seconds"]}

    def sessions(self):
        run = self.bench("--sessions", ",".join(map(str, SESSIONS)), "--generate", SESSION_TOKENS)
        return {f"sessions_{n}": run[f"sessions_{n}_tokens_per_second"] for n in SESSIONS}

    def dictation(self):
        result = {}
        for name in TEXTS:
            run = self.bench("--dictate", os.path.join(HERE, "texts", name + ".json"))
            result[name + "_guessing"] = run["dictation_tokens_per_second"]
            result[name + "_plain"] = run["dictation_without_guesses_tokens_per_second"]
        return result


class LlamaCpp:
    def __init__(self, python, models, threads):
        self.python, self.models, self.threads = python, models, threads

    def run(self, section, *numbers, file=None):
        command = [self.python, os.path.join(HERE, "peers", "llama.py"), section, file or self.models.file, self.threads, CONTEXT]
        return json.loads(output(list(map(str, [*command, *numbers]))))

    def short(self, name, file, written):
        run = self.run("speed", written, READ[0], -DEPTHS[0], file=file)
        return {f"{name}_prefill": run[f"prefill_{READ[0]}"], f"{name}_decode": run[f"decode_{DEPTHS[0]}"]}

    def gguf(self):
        results = [self.short(kind, file, WRITTEN) for kind, file in self.models.formats.items()]
        return {key: value for result in results for key, value in result.items()}

    def deepseek(self):
        return self.short("deepseek", self.models.deepseek[1], SMALL_WRITTEN)

    def speed(self):
        return self.run("speed", WRITTEN, *READ, *(-depth for depth in DEPTHS))

    def memory(self):
        result = {f"rss_{filled}": self.run("memory", filled, 1)["rss"] for filled in FILLED}
        return dict(result, unmapped=self.run("memory", FILLED[-1], 0)["rss"])

    def turn(self):
        return self.run("turn", CACHED, NEW)

    def sessions(self):
        return self.run("sessions", SESSION_TOKENS, *SESSIONS)


class MLX:
    def __init__(self, python, folder):
        self.command = [python, os.path.join(HERE, "peers", "mlx_cpu.py"), folder]

    def mlx(self):
        return json.loads(output(self.command))


# MARK: Getting ready

def peers(work, only):
    """Installs what is missing into the virtual environment; returns its Python."""
    python = os.path.join(work, "venv", "bin", "python3")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", os.path.join(work, "venv")], check=True)
    wanted = {}
    if LLAMA & only:
        wanted.update({"numpy": "numpy", "gguf": "gguf", "llama_cpp": "llama-cpp-python==0.3.36"})
    if "mlx" in only:
        wanted.update({"mlx": "mlx[cpu]", "mlx_lm": "mlx-lm"})
    if "tokenizers" in only:
        wanted.update({"tokenizers": "tokenizers"})
    find = "import sys, importlib.util as u; print(*(m for m in sys.argv[1:] if u.find_spec(m) is None))"
    missing = [wanted[module] for module in output([python, "-c", find, *wanted]).split()]
    if missing:
        print(f"installing {', '.join(missing)} …", file=sys.stderr)
        environment = dict(os.environ, CMAKE_ARGS="-DGGML_NATIVE=ON")
        subprocess.run([python, "-m", "pip", "install", "-q", *missing], check=True, env=environment)
    return python


class Models:
    """The models that are measured, written when they are not there."""

    def __init__(self, work, hearth, python, only):
        self.folder, self.file = os.path.join(work, "llama-1b-4bit"), os.path.join(work, "llama-1b-Q4_0.gguf")
        self.formats = {kind: os.path.join(work, f"llama-1b-{kind}.gguf") for kind in FORMATS if "gguf" in only}
        small = os.path.join(work, "deepseek-109m")
        self.deepseek = (small + "-4bit", small + "-Q4_0.gguf")
        if only - {"tokenizers", "deepseek"}:
            self.write_llama(python, only)
        if "deepseek" in only:
            self.write_deepseek(small, hearth, python)

    def write_llama(self, python, only):
        if not os.path.exists(os.path.join(self.folder, "tokenizer_config.json")):
            script("make_model.py", self.folder)
        wanted = {**self.formats, **({"Q4_0": self.file} if LLAMA & only else {})}
        for kind, file in wanted.items():
            if not os.path.exists(file):
                script("make_gguf.py", self.folder, file, "--type", kind, python=python)

    def write_deepseek(self, folder, hearth, python):
        if not os.path.exists(os.path.join(folder, "tokenizer_config.json")):
            script("make_deepseek.py", folder)
        if not os.path.exists(self.deepseek[0]):
            output([hearth, "model", "convert", folder, self.deepseek[0], "--bits", "4"])
        if not os.path.exists(self.deepseek[1]):
            script("make_gguf.py", *self.deepseek, python=python)


def script(name, *arguments, python=sys.executable):
    print(output([python, os.path.join(HERE, name), *arguments]), file=sys.stderr)


def tokenizers(python):
    """The table of tokenizers.py, for real tokenizers where the large fixtures are, else for the small ones of every clone."""
    package = os.path.dirname(HERE)
    large = os.environ.get("HEARTH_FIXTURES", os.path.join(os.path.dirname(package), "shared", "fixtures"))
    folder = os.path.join(large, "tokenizers")
    names = [n for n in (sorted(os.listdir(folder)) if os.path.isdir(folder) else [])
             if not n.startswith("edge-") and os.path.exists(os.path.join(folder, n, "tokenizer.json"))]
    if not names:
        folder = os.path.join(package, "Tests", "Fixtures", "tokenizers")
    venv = os.path.dirname(os.path.dirname(python))
    command = [sys.executable, os.path.join(HERE, "tokenizers.py"), folder, *names]
    # Its progress is shown as it comes.
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=dict(os.environ, VENV=venv)).stdout


# MARK: Running and telling

def measure(engines, only, rounds):
    """For each engine the results of its rounds, each a dictionary over all sections."""
    results = {name: [] for name in engines}
    for round in range(rounds):
        for name in engines:
            results[name].append({})
        for section in SECTIONS:
            if section not in only or (section in ONCE and round > 0):
                continue
            for name, engine in engines.items():
                # AVX2 has a column of its own.
                if not hasattr(engine, section) or (section == "avx2") != (name == "Ember, AVX2"):
                    continue
                begun = time.perf_counter()
                results[name][-1].update(getattr(engine, section)())
                print(f"round {round + 1} of {rounds}: {section}, {name}: {time.perf_counter() - begun:.0f} s", file=sys.stderr)
    return {name: runs for name, runs in results.items() if any(runs)}


def median(runs, key):
    values = [run[key] for run in runs if key in run]
    return statistics.median(values) if values else None


def shown(value, factor=1):
    if value is None:
        return "–"
    return f"{value * factor:,.2f}" if value * factor < 10 else f"{value * factor:,.0f}"


def ratio(ours, theirs, key):
    """Ember's median over llama.cpp's, with the extremes of the rounds."""
    pairs = [a[key] / b[key] for a, b in zip(ours, theirs) if key in a and key in b]
    if not pairs:
        return "–"
    middle = f"{median(ours, key) / median(theirs, key):.2f} ×"
    return middle if len(pairs) == 1 else f"{middle} ({min(pairs):.2f}–{max(pairs):.2f})"


def table(results):
    names = list(results)
    lines = ["| | " + " | ".join(names) + " | Ember : llama.cpp |", "|---" * (len(names) + 2) + "|"]
    for title, key, factor in ROWS:
        values = [median(results[name], key) for name in names]
        if any(value is not None for value in values):
            against = ratio(results.get("Ember", []), results.get("llama.cpp", []), key)
            lines.append(f"| {title} | " + " | ".join(shown(v, factor) for v in values) + f" | {against} |")
    return lines


def processor():
    for line in open("/proc/cpuinfo") if os.path.exists("/proc/cpuinfo") else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def explained(results, models, threads, rounds):
    ember, llama = results.get("Ember", []), results.get("llama.cpp", [])
    lines = [f"- **Machine:** {processor()}, {threads} threads, {platform.system()} {platform.release()}",
             f"- **When:** {time.strftime('%Y-%m-%d')}, {rounds} round{'s' if rounds > 1 else ''}"]
    bandwidth, decode = median(ember, "bandwidth"), median(ember, f"decode_{DEPTHS[0]}")
    if bandwidth:
        weights = os.path.getsize(os.path.join(models.folder, "model.safetensors"))
        lines += [f"- **Kernels:** {ember[0]['isa']}",
                  f"- **Read bandwidth in the same runs:** {bandwidth / 1e9:.1f} GB/s; writing with {DEPTHS[0]} tokens in the context reads",
                  f"  {decode * weights / 1e9:.1f} GB/s of weights, {100 * decode * weights / bandwidth:.0f} % of it"]
    if median(ember, f"{FORMATS[0]}_decode"):
        lines += ["- **GGUF:** both engines are given the same file. Mixes of types are llama.cpp's own: Q4_K_S and Q4_K_M are mostly Q4_K, with",
                  "  some Q5_K and Q6_K."]
    if median(ember, "deepseek_decode"):
        lines += ["- **DeepSeek-V3** is converted from a random checkpoint, 4 bits in groups of 64 for Ember; llama.cpp has the same numbers as",
                  f"  Q4_0, {SMALL_WRITTEN} tokens are written."]
    if median(ember, f"rss_{CONTEXT}"):
        lines += [f"- **Memory:** a conversation with room for {CONTEXT:,} tokens (fp16 in both), the process's peak since its start."]
        if llama:
            lines += [f"  llama.cpp counts the pages of its mapped file; told to read the file instead (`use_mmap=False`), it peaks at "
                      f"{shown(median(llama, 'unmapped'), 1e-6)} MB", "  with all tokens filled."]
    if median(ember, "turn"):
        lines += ["- **Tenth turn:** through the engine's queue and its cache of conversations, nine turns before it; llama.cpp by",
                  "  `Llama.generate`, which looks for the kept beginning itself."]
    if median(ember, "sessions_1"):
        lines += ["- **Answers at once:** from the question, 8 tokens, to the last word. Ember batches requests that come together;",
                  "  llama.cpp is given one batch with a sequence for each answer."]
    if median(ember, "records_plain"):
        lines += ["- **Guessing ahead** (prompt lookup): the answers in `Benchmarks/texts` are dictated, as tokens of Llama 3: the model",
                  "  computes each, and a guess counts as right where it is what the text says. No random weights would write these."]
    if "MLX" in results:
        lines += ["- **MLX** has Ember's weights; it reads 4 tokens and writes 2, once: it needs seconds for each on this processor."]
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hearth")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--only", default=",".join(SECTIONS), help="sections, separated by commas")
    parser.add_argument("--work")
    parser.add_argument("--write")
    a = parser.parse_args()
    only = set(a.only.split(","))
    if unknown := only - set(SECTIONS):
        parser.error(f"no section called {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    if platform.machine() != "x86_64":
        only.discard("avx2")
    hearth, work = os.path.abspath(a.hearth), a.work or tempfile.mkdtemp(prefix="hearth-bench-")
    os.makedirs(work, exist_ok=True)
    python = peers(work, only)
    text = ["# Performance", "", f"Written by `make bench`{'' if len(only) == len(SECTIONS) else f' (`--only {a.only}`)'}: medians of "
            "alternating runs in one session."]
    if only - {"tokenizers"}:
        models = Models(work, hearth, python, only)
        ember = Ember(hearth, models, a.threads)
        engines = {"Ember": ember, "Ember, AVX2": ember, "llama.cpp": LlamaCpp(python, models, a.threads),
                   "MLX": MLX(python, models.folder)}
        results = measure(engines, only, a.rounds)
        text += ["", "Random weights of the shape of Llama 3.2 1B (16 layers, width 2048, 32 heads, 8 key/value heads, 8192, vocabulary 128,256,",
                 "tied), 4 bits in groups of 64 for Ember, Q4_0 for llama.cpp. A ratio's range is that of single rounds.", "",
                 *explained(results, models, a.threads, a.rounds), "", *table(results)]
    if "tokenizers" in only:
        text += ["", "## Tokenizers", "", tokenizers(python).strip()]
    text = "\n".join(text) + "\n"
    print(text)
    if a.write:
        with open(a.write, "w", encoding="utf-8") as out:
            out.write(text)


if __name__ == "__main__":
    main()
