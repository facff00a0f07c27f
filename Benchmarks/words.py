#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Words beside their peers, in one run: importing 20,000 notes, statistics over 100,000 reviews, answering 1,000 cards, FSRS.

usage: Benchmarks/words.py HEARTH [--rounds 5] [--notes 20000] [--tool AnkiTool] [--fsrs FSRSBenchmark | --no-fsrs]

Cards are answered by AnkiTool, which lies beside HEARTH once the tests are built: one by one, each with the next one asked for and waited
for, and as a phone sends them that was out of reach, all in one call; and by the whole of `hearth study` in a pipe. FSRS is measured by
Benchmarks/fsrs.py, which this calls last. Anki comes from PyPI into a virtual environment, which WORK keeps for the next time. It makes the packages; then it and we take turns, so that
a busy machine slows both. Each round of ours is a new process with a data folder of its own, and what it says it took does not count its
start. Figures are medians; ratios of CPU time say more than they do.
"""
import argparse, json, os, resource, statistics, subprocess, sys, tempfile, time, venv

PEERS = ["anki==26.9.3"]

PEER = r'''
import json, os, random, sys, tempfile, time
from anki.collection import Collection, DeckIdLimit, ExportAnkiPackageOptions, ImportAnkiPackageOptions, ImportAnkiPackageRequest, ImportCsvRequest
from anki.scheduler.v3 import CardAnswer
# Which imports the collection's module, so it comes after.
from anki.cards import Card

def empty():
    return Collection(os.path.join(tempfile.mkdtemp(), "collection.anki2"))

def taken(work):
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    print(json.dumps([time.perf_counter() - wall, time.process_time() - cpu]), flush=True)

def make(folder, count):
    random.seed(7)
    col = empty()
    deck, kind = col.decks.id("Benchmark"), col.models.by_name("Basic")
    rows = []
    for number in range(count):
        note = col.new_note(kind)
        word = f"mot{number} " + "".join(random.choices("abcdefghij", k=8))
        note["Front"], note["Back"] = word, f"meaning {number} of the word, in a few more words"
        note.tags = [f"tag{number % 40}"]
        col.add_note(note, deck)
        rows.append(f"{word},meaning {number} of the word\n")
    col.decks.select(deck)
    open(os.path.join(folder, "notes.csv"), "w").write("word,translation\n" + "".join(rows))
    options = dict(with_scheduling=True, with_deck_configs=True, with_media=True)
    for name, legacy in (("modern", False), ("legacy", True)):
        col.export_anki_package(out_path=os.path.join(folder, name + ".apkg"), options=ExportAnkiPackageOptions(legacy=legacy, **options), limit=None)
    now = int(time.time())
    for place, card in enumerate(col.find_cards("")):
        for review in range(5):
            moment = (now - (5 - review) * 86400 * 9 - place * 31) * 1000 + place % 1000
            col.db.execute("insert or ignore into revlog values (?,?,?,?,?,?,?,?,?)", moment + review, card, 0, 3, 9 * (review + 1), 9, 2500, 4000, 1)
        col.db.execute("update cards set type=2, queue=2, ivl=?, due=?, reps=5, factor=2500 where id=?", 9 + place % 60, col.sched.today + place % 12 - 3, card)
    # Options of its own, which go along in the package: so the deck has no limit here either.
    config = col.decks.add_config("Benchmark")
    config["rev"]["perDay"] = config["new"]["perDay"] = 9999
    col.decks.update_config(config)
    own = col.decks.get(deck)
    own["conf"] = config["id"]
    col.decks.save(own)
    # That closes it.
    col.export_collection_package(os.path.join(folder, "reviews.colpkg"), include_media=False, legacy=False)
    return Collection(col.path)

folder, count = sys.argv[1], int(sys.argv[2])
reviewed = make(folder, count)
print("ready", flush=True)
for line in sys.stdin:
    what = line.strip()
    if what.endswith(".apkg"):
        options = ImportAnkiPackageOptions(merge_notetypes=True, with_scheduling=True, with_deck_configs=True)
        col = empty()
        taken(lambda: col.import_anki_package(ImportAnkiPackageRequest(package_path=os.path.join(folder, what), options=options)))
    elif what.endswith(".csv"):
        col = empty()
        path = os.path.join(folder, what)
        def bring():
            metadata = col.get_csv_metadata(path=path, delimiter=None)
            col.import_csv(ImportCsvRequest(path=path, metadata=metadata))
        taken(bring)
    elif what == "statistics":
        taken(lambda: reviewed._backend.graphs(search="", days=365))
    elif what.startswith("answers"):
        def answer():
            for _ in range(int(what.split()[1])):
                queue = reviewed.sched.get_queued_cards()
                card = queue.cards[0]
                asked = Card(reviewed, backend_card=card.card)
                asked.start_timer()
                reviewed.sched.answer_card(reviewed.sched.build_answer(card=asked, states=card.states, rating=CardAnswer.GOOD))
        taken(answer)
'''


def machine():
    names = [line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    return f"{names[0] if names else 'this machine'}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"


class Ours:
    """The built program, each time in a process of its own."""

    def __init__(self, program):
        self.program = program
        self.home = None

    def run(self, *arguments, stdin=None):
        environment = {**os.environ, "HEARTH_HOME": self.home, "TZ": "UTC"}
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run([self.program, *arguments], input=stdin, capture_output=True, text=True, env=environment)
        wall = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            sys.exit(f"{arguments}: {done.stderr}")
        return done.stdout, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def imported(self, file):
        self.home = tempfile.mkdtemp()
        text, _, cpu = self.run("words", "import", file, "--json")
        return json.loads(text)["seconds"], cpu


def main():
    options = argparse.ArgumentParser()
    options.add_argument("hearth")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--notes", type=int, default=20_000)
    options.add_argument("--tool", help="the built AnkiTool; the one beside HEARTH unless given")
    options.add_argument("--fsrs", help="a built FSRSBenchmark, which is built otherwise")
    options.add_argument("--no-fsrs", action="store_true")
    options = options.parse_args()
    tool = options.tool or os.path.join(os.path.dirname(os.path.realpath(options.hearth)), "AnkiTool")
    if not os.path.exists(tool):
        sys.exit(f"there is no {tool}; build the tests, or name it with --tool")
    # A third of the cards is due; each round of ours answers twice as many as it measures, and Anki answers all of them in one collection.
    count = min(1_000, options.notes * 3 // 10 // max(2, options.rounds))
    work = os.path.join(os.environ.get("WORK") or tempfile.mkdtemp(), "anki-venv")
    python = os.path.join(work, "bin", "python")
    if not os.path.exists(python):
        venv.create(work, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PEERS], check=True)
    folder = tempfile.mkdtemp()
    peer = subprocess.Popen([python, "-c", PEER, folder, str(options.notes)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while peer.stdout.readline().strip() != "ready":
        if peer.poll() is not None:
            sys.exit("Anki ended")
    ours = Ours(os.path.realpath(options.hearth))
    print(machine())

    def theirs(what):
        peer.stdin.write(what + "\n")
        peer.stdin.flush()
        return json.loads(peer.stdout.readline())

    def report(name, pairs):
        mine, other = [[statistics.median(one[side][kind] for one in pairs) for kind in (0, 1)] for side in (0, 1)]
        print(f"{name}: {mine[0] * 1e3:.0f} ms, Anki {other[0] * 1e3:.0f} ms, ratio {statistics.median(a[0] / b[0] for a, b in pairs):.2f}; "
              f"CPU {mine[1] * 1e3:.0f} ms with the start, Anki {other[1] * 1e3:.0f} ms", flush=True)

    for name in ("modern.apkg", "legacy.apkg", "notes.csv"):
        report(f"import of {options.notes} notes, {name}", [(ours.imported(os.path.join(folder, name)), theirs(name)) for _ in range(options.rounds)])
    ours.imported(os.path.join(folder, "reviews.colpkg"))
    pairs = []
    for _ in range(options.rounds):
        text, _, cpu = ours.run("words", "stats", "--json")
        pairs.append(((json.loads(text)["seconds"], cpu), theirs("statistics")))
    report(f"statistics over {5 * options.notes} reviews", pairs)
    answers(ours, tool, theirs, report, count, options.rounds, os.path.join(folder, "reviews.colpkg"))
    peer.stdin.close()
    if not options.no_fsrs:
        fsrs = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fsrs.py"), "--rounds", str(options.rounds),
                "--reviews", str(5 * options.notes), *(["--program", options.fsrs] if options.fsrs else [])]
        sys.stdout.flush()
        subprocess.run(fsrs, check=True)


def answers(ours, tool, theirs, report, count, rounds, package):
    """Each round has a data folder of its own; Anki answers once for all three ways of ours."""
    single, together, piped = [], [], []
    for _ in range(rounds):
        ours.imported(package)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([tool, "answer", ours.home, str(count)], capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            sys.exit(f"AnkiTool: {done.stdout}{done.stderr}")
        taken, cpu = json.loads(done.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        other = theirs(f"answers {count}")
        single.append(((taken["one_by_one"], cpu), other))
        together.append(((taken["at_once"], cpu), other))
        ours.imported(package)
        text, wall, cpu = ours.run("study", "Benchmark", "--limit", str(count), stdin="\n3\n" * count)
        if f"{count} answers" not in text:
            sys.exit(f"fewer than {count} cards were answered: {text[-300:]}")
        piped.append(((wall, cpu), other))
    print("The CPU time of the next two is of both together.")
    report(f"{count} cards asked, answered and saved one by one", single)
    report(f"{count} answers in one call, as from a phone that was out of reach", together)
    report(f"{count} cards in hearth study, with the start of the program and all that it prints", piped)


main()
