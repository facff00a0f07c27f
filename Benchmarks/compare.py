#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures Ember beside llama.cpp and MLX on this machine, in turn, on the same random weights.

usage: compare.py HEARTH [--rounds 5] [--threads N] [--work FOLDER] [--write docs/performance.md] [--without mlx,llama.cpp]

Peers come from PyPI into a throw-away virtual environment: llama-cpp-python is built from source with native flags (10 to 20
minutes on two cores), mlx and mlx-lm are wheels. --work keeps environment and models for the next time. Rounds alternate
between the engines, so that a machine that slows down slows all of them; medians are reported, and ratios of medians.
"""
import argparse, json, os, platform, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
PROMPT, WRITTEN, DEPTHS = 512, 32, (8, 2048)

LLAMA_CPP = r"""
import json, resource, sys, time
from llama_cpp import Llama
path, threads, prompt, written, *depths = sys.argv[1], *map(int, sys.argv[2:])
begun = time.perf_counter()
llama = Llama(path, n_ctx=4096, n_batch=512, n_ubatch=512, n_threads=threads, n_threads_batch=threads, verbose=False)
load = time.perf_counter() - begun
tokens = lambda n: [(i * 7919 + 13) % 100000 for i in range(n)]
def timed(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
llama.eval(tokens(16)); llama.reset()
prefill = {}
for n in (prompt, 2048):
    prefill[n] = n / timed(lambda: llama.eval(tokens(n)))
    llama.reset()
decode = {}
for depth in depths:
    llama.eval(tokens(depth))
    decode[depth] = written / timed(lambda: [llama.eval([i + 5]) for i in range(written)])
    llama.reset()
rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps(dict(load=load, prefill=prefill, decode=decode, rss=rss)))
"""

MLX = r"""
import json, resource, sys, time
import mlx.core as mx
from mlx_lm import load
from mlx_lm.models.cache import make_prompt_cache
begun = time.perf_counter()
model, _ = load(sys.argv[1])
mx.eval(model.parameters())
seconds = time.perf_counter() - begun
cache = make_prompt_cache(model)
def run(tokens):
    begun = time.perf_counter()
    mx.eval(model(mx.array([tokens]), cache=cache))
    return time.perf_counter() - begun
prefill = 4 / run(list(range(4)))
decode = 2 / sum(run([i]) for i in range(2))
rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps(dict(load=seconds, prefill={512: prefill}, decode={8: decode}, rss=rss)))
"""


def output(command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def ember(hearth, folder, threads, isa=None):
    environment = dict(os.environ, **({"EMBER_ISA": isa} if isa else {}))

    def bench(*arguments):
        command = [hearth, "model", "bench", folder, "--json", "--threads", str(threads), *map(str, arguments)]
        return json.loads(output(command, env=environment))

    run = bench("--prompt", PROMPT, "--generate", WRITTEN, "--depth", ",".join(map(str, DEPTHS)))
    result = dict(
        load=run["load_seconds"], rss=run["peak_rss_bytes"], bandwidth=run["read_bandwidth_bytes_per_second"],
        isa=run["isa"], decode={int(k): v for k, v in run["decode_tokens_per_second"].items()},
        prefill={PROMPT: run["prefill_tokens_per_second"]})
    if isa is None:
        longer = bench("--prompt", 2048, "--generate", 1, "--depth", 8)
        result["prefill"][2048] = longer["prefill_tokens_per_second"]
    return result


def peers(work, without):
    """Installs what is missing into the virtual environment; returns its Python."""
    python = os.path.join(work, "venv", "bin", "python3")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", os.path.join(work, "venv")], check=True)
    wanted = ["numpy", "gguf"]
    environment = dict(os.environ, CMAKE_ARGS="-DGGML_NATIVE=ON")
    if "llama.cpp" not in without:
        wanted.append("llama-cpp-python==0.3.36")
    if "mlx" not in without:
        wanted += ["mlx[cpu]", "mlx-lm"]
    print(f"installing {', '.join(wanted)} …", file=sys.stderr)
    subprocess.run([python, "-m", "pip", "install", "-q", *wanted], check=True, env=environment)
    return python


def median(runs, *path):
    values = []
    for run in runs:
        for key in path:
            run = run.get(key, run.get(str(key))) if isinstance(run, dict) else None
        if run is not None:
            values.append(run)
    return statistics.median(values) if values else None


def processor():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def table(results, threads):
    rows = [
        ("prefill 512, tokens/s", ("prefill", PROMPT), 1), ("prefill 2,048, tokens/s", ("prefill", 2048), 1),
        ("decode at depth 8, tokens/s", ("decode", 8), 1), ("decode at depth 2,048, tokens/s", ("decode", 2048), 1),
        ("load from the page cache, s", ("load",), 1), ("peak resident memory, MB", ("rss",), 1e-6),
    ]
    names = list(results)
    lines = ["| | " + " | ".join(names) + " | Ember : llama.cpp |", "|---" * (len(names) + 2) + "|"]
    for title, path, factor in rows:
        values = [median(results[n], *path) for n in names]
        cells = ["–" if v is None else f"{v * factor:,.2f}" if v * factor < 10 else f"{v * factor:,.0f}" for v in values]
        ours, theirs = median(results["Ember"], *path), median(results.get("llama.cpp", []), *path)
        ratio = f"{ours / theirs:.2f} ×" if ours and theirs else "–"
        lines.append(f"| {title} | " + " | ".join(cells) + f" | {ratio} |")
    bandwidth = median(results["Ember"], "bandwidth")
    decode = median(results["Ember"], "decode", 8)
    return lines, bandwidth, decode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hearth")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--work")
    parser.add_argument("--write")
    parser.add_argument("--without", default="")
    a = parser.parse_args()
    hearth, without = os.path.abspath(a.hearth), a.without.split(",")
    work = a.work or tempfile.mkdtemp(prefix="hearth-bench-")
    os.makedirs(work, exist_ok=True)
    python = peers(work, without)

    folder, file = os.path.join(work, "llama-1b-4bit"), os.path.join(work, "llama-1b-Q4_0.gguf")
    if not os.path.exists(os.path.join(folder, "tokenizer_config.json")):
        print(output([sys.executable, os.path.join(HERE, "make_model.py"), folder]), file=sys.stderr)
    if "llama.cpp" not in without and not os.path.exists(file):
        subprocess.run([python, os.path.join(HERE, "make_gguf.py"), folder, file], check=True)
    weights = os.path.getsize(os.path.join(folder, "model.safetensors"))

    results = {"Ember": [], "Ember, AVX2": [], "llama.cpp": [], "MLX": []}
    for round in range(a.rounds):
        print(f"round {round + 1} of {a.rounds}", file=sys.stderr)
        results["Ember"].append(ember(hearth, folder, a.threads))
        if "llama.cpp" not in without:
            arguments = [file, str(a.threads), str(PROMPT), str(WRITTEN), *map(str, DEPTHS)]
            results["llama.cpp"].append(json.loads(output([python, "-c", LLAMA_CPP, *arguments])))
        if platform.machine() == "x86_64":
            results["Ember, AVX2"].append(ember(hearth, folder, a.threads, "avx2"))
        # MLX needs seconds for each token here; one round tells enough.
        if "mlx" not in without and round == 0:
            results["MLX"].append(json.loads(output([python, "-c", MLX, folder])))
    results = {name: runs for name, runs in results.items() if runs}

    lines, bandwidth, decode = table(results, a.threads)
    text = "\n".join([
        "# Performance", "",
        "Written by `make bench`: medians of alternating runs in one session, on random weights of the shape of Llama 3.2 1B",
        "(16 layers, width 2048, 32 heads, 8 key/value heads, 8192, vocabulary 128,256, tied), 4 bits in groups of 64 for Ember,",
        "Q4_0 for llama.cpp." + (
            " MLX has Ember's weights, a prompt of 4 tokens and 2 to write, once: it needs seconds for each."
            if "MLX" in results else ""), "",
        f"- **Machine:** {processor()}, {a.threads} threads, {platform.system()} {platform.release()}",
        f"- **When:** {time.strftime('%Y-%m-%d')}, {a.rounds} rounds",
        f"- **Kernels:** {results['Ember'][0]['isa']}",
        f"- **Read bandwidth in the same runs:** {bandwidth / 1e9:.1f} GB/s; decoding at depth 8 reads {decode * weights / 1e9:.1f} GB/s of",
        f"  weights, {100 * decode * weights / bandwidth:.0f} % of it", "", *lines, ""])
    print(text)
    if a.write:
        with open(a.write, "w", encoding="utf-8") as out:
            out.write(text)


if __name__ == "__main__":
    main()
