#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""FSRS beside its peers, in one run: fitting beside fsrs-rs, scheduling beside py-fsrs.

usage: Benchmarks/fsrs.py [--rounds 5] [--reviews 100000]

The peers come from PyPI into a virtual environment that is thrown away. Peers and we take turns, so that a busy machine slows both;
figures are medians, and ratios say more than they do. Nothing is kept between rounds: each fit begins with the list of answers.
"""
import argparse, os, platform, statistics, subprocess, sys, tempfile, venv

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = ["fsrs==6.3.2", "fsrs-rs-python==0.9.3"]

FIT_PEER = """
import sys, time
from fsrs_rs_python import DEFAULT_PARAMETERS, FSRS, FSRSItem, FSRSReview
histories, items, cards = {}, [], []
for line in open(sys.argv[1]):
    card, _, rating, days = map(int, line.split())
    history = histories.setdefault(card, [])
    history.append((rating, days))
    if days > 0:
        items.append(FSRSItem([FSRSReview(*review) for review in history]))
        cards.append(card)
model = FSRS(list(DEFAULT_PARAMETERS))
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    parameters = model.compute_parameters(items, card_ids=cards)
    taken = time.perf_counter() - start
    print(taken, FSRS(parameters).evaluate(items).log_loss)
"""

SCHEDULE_PEER = """
import sys, time
from datetime import datetime, timedelta, timezone
from fsrs import Card, Rating, Scheduler
scheduler = Scheduler(enable_fuzzing=False)
ratings = [Rating(n) for n in (3, 3, 3, 3, 3, 2, 4, 1)]
for _ in range(int(sys.argv[1])):
    reviews = 0
    start = time.perf_counter()
    for card_number in range(500):
        card, now = Card(), datetime(2026, 1, 1, tzinfo=timezone.utc)
        for number in range(20):
            mixed = ((card_number * 31 + number) * 2654435761) >> 7
            card, _ = scheduler.review_card(card, ratings[mixed & 7], now)
            now += timedelta(days=(mixed >> 3) % 40)
            reviews += 1
    print(reviews / (time.perf_counter() - start))
"""


def output(*command):
    return [line.split() for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()]


def machine():
    name = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        names = [line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
        name = names[0] if names else name
    load = ", load %.1f" % os.getloadavg()[0]
    return f"{name}, {os.cpu_count()} cores{load}"


def build():
    package = os.path.join(HERE, "fsrs")
    build = ["swift", "build", "-c", "release", "--package-path", package, "--product", "FSRSBenchmark"]
    subprocess.run(build, check=True, stdout=sys.stderr)
    return os.path.join(package, ".build", "release", "FSRSBenchmark")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--reviews", type=int, default=100_000)
    options.add_argument("--program", help="a built FSRSBenchmark")
    options = options.parse_args()
    program = options.program or build()
    with tempfile.TemporaryDirectory() as folder:
        venv.create(os.path.join(folder, "peers"), with_pip=True)
        python = os.path.join(folder, "peers", "bin", "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PEERS], check=True)
        history = os.path.join(folder, "history.txt")
        with open(history, "w") as file:
            subprocess.run([program, "simulate", str(options.reviews)], check=True, stdout=file)
        ours, peers, rates, peer_rates = [], [], [], []
        for _ in range(options.rounds):
            ours += output(program, "fit", history, "3")
            peers += output(python, "-c", FIT_PEER, history, "3")
            rates += output(program, "schedule", "3")
            peer_rates += output(python, "-c", SCHEDULE_PEER, "3")
        lines = sum(1 for _ in open(history))
    median = lambda rows, place=0: statistics.median(float(row[place]) for row in rows)
    print(machine())
    print(f"fit of {lines} reviews: {median(ours) * 1000:.1f} ms, fsrs-rs {median(peers) * 1000:.1f} ms, "
          f"ratio {median(ours) / median(peers):.2f}; log loss {median(ours, 1):.5f}, fsrs-rs {median(peers, 1):.5f}")
    print(f"scheduling: {median(rates) / 1e6:.1f} million reviews/s, py-fsrs {median(peer_rates) / 1e3:.0f} thousand/s, "
          f"ratio {median(rates) / median(peer_rates):.0f}; best {max(float(row[0]) for row in rates) / 1e6:.1f} million/s")


main()
