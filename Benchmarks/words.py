#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Words beside Anki, in one run: importing, answering, searching, exporting, deleting, statistics; and FSRS beside its peers.

usage: Benchmarks/words.py HEARTH [--rounds 5] [--notes 50000] [--reviews 480000] [--beside 0] [--tool AnkiTool] [--fsrs FSRSBenchmark | --no-fsrs]

What the service does is asked of AnkiTool, which lies beside HEARTH once the tests are built: cards one by one, each with the next one asked
for and waited for, and as a phone sends them that was out of reach, all in one call; searches, exports, deletions. The whole of `hearth study`
answers in a pipe, and `hearth serve` by forms, each with the page that comes next. With --beside, another deck of so many notes lies beside
the one that is measured. FSRS is measured by Benchmarks/fsrs.py, which this calls last.

Anki comes from PyPI into a virtual environment, which WORK keeps for the next time; all that is measured lies there too, and what is only made
for it in TMPDIR, for which a disk in memory is quicker. Anki makes the packages; then it and we take turns, so that a busy machine slows both. Each round of ours is a new process with a data folder of its own. Figures are medians. Imports, statistics and
what goes through a whole program count its start in their CPU time.
"""
import argparse, json, os, re, resource, shutil, statistics, subprocess, sys, tempfile, time, venv
from http.client import HTTPConnection
from urllib.parse import urlencode

PEERS = ["anki==26.9.3"]

PEER = r'''
import json, os, random, shutil, sys, tempfile, time
from anki.collection import Collection, DeckIdLimit, ExportAnkiPackageOptions, ImportAnkiPackageOptions, ImportAnkiPackageRequest, ImportCsvRequest
from anki.scheduler.v3 import CardAnswer
# Which imports the collection's module, so it comes after.
from anki.cards import Card

def empty(place=None):
    return Collection(os.path.join(tempfile.mkdtemp(dir=place), "collection.anki2"))

def taken(work):
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    print(json.dumps([time.perf_counter() - wall, time.process_time() - cpu]), flush=True)

def fill(col, name, count):
    deck, kind = col.decks.id(name), col.models.by_name("Basic")
    rows = []
    for number in range(count):
        note = col.new_note(kind)
        word = f"mot{number} " + "".join(random.choices("abcdefghij", k=8))
        note["Front"], note["Back"] = word, f"meaning {number} of the word, in a few more words"
        note.tags = [f"tag{number % 40}"]
        col.add_note(note, deck)
        rows.append(f"{word},meaning {number} of the word\n")
    return deck, rows

def make(folder, count, reviews, beside):
    random.seed(7)
    col = empty()
    deck, rows = fill(col, "Benchmark", count)
    open(os.path.join(folder, "notes.csv"), "w").write("word,translation\n" + "".join(rows))
    col.decks.select(deck)
    if beside:
        fill(col, "Beside", beside)
    now, log, states = int(time.time()), [], []
    for place, card in enumerate(col.find_cards("")):
        each = reviews * (place + 1) // count - reviews * place // count if place < count else 5
        # No two answers have one moment, which is their number.
        log += [((now - (each - review) * 86400 * 9) * 1000 - place, card, 0, 3, 9 * (review + 1), 9, 2500, 4000, 1) for review in range(each)]
        states.append((9 + place % 60, col.sched.today + place % 12 - 3, card))
    col.db.executemany("insert into revlog values (?,?,?,?,?,?,?,?,?)", sorted(log))
    col.db.executemany("update cards set type=2, queue=2, ivl=?, due=?, reps=5, factor=2500 where id=?", states)
    # Options of its own, which go along in the package: so the deck has no limit here either.
    config = col.decks.add_config("Benchmark")
    config["rev"]["perDay"] = config["new"]["perDay"] = 9999
    col.decks.update_config(config)
    own = col.decks.get(deck)
    own["conf"] = config["id"]
    col.decks.save(own)
    for name, legacy in (("modern", False), ("legacy", True)):
        export(col, os.path.join(folder, name + ".apkg"), legacy)
    # That closes it.
    col.export_collection_package(os.path.join(folder, "reviews.colpkg"), include_media=False, legacy=False)
    return Collection(shutil.copy(col.path, folder))

def export(col, path, legacy):
    limit = DeckIdLimit(col.decks.id("Benchmark"))
    options = ExportAnkiPackageOptions(legacy=legacy, with_scheduling=True, with_deck_configs=True, with_media=True)
    col.export_anki_package(out_path=path, options=options, limit=limit)

folder, count, reviews, beside = sys.argv[1], *map(int, sys.argv[2:])
reviewed = make(folder, count, reviews, beside)
print("ready", flush=True)
for line in sys.stdin:
    what = line.strip()
    if what.endswith(".apkg"):
        options = ImportAnkiPackageOptions(merge_notetypes=True, with_scheduling=True, with_deck_configs=True)
        col = empty(folder)
        taken(lambda: col.import_anki_package(ImportAnkiPackageRequest(package_path=os.path.join(folder, what), options=options)))
    elif what.endswith(".csv"):
        col = empty(folder)
        path = os.path.join(folder, what)
        def bring():
            metadata = col.get_csv_metadata(path=path, delimiter=None)
            col.import_csv(ImportCsvRequest(path=path, metadata=metadata))
        taken(bring)
    elif what == "statistics":
        taken(lambda: reviewed._backend.graphs(search="", days=365))
    elif what == "search":
        # As its browser does it: the cards in their order; it reads the rows that are in sight later.
        taken(lambda: [reviewed.find_cards(f'deck:Benchmark "meaning {number * 37}"', order=True) for number in range(20)])
    elif what.startswith("export"):
        path = os.path.join(folder, "out.apkg")
        taken(lambda: export(reviewed, path, "legacy" in what))
        os.remove(path)
    elif what == "deletion":
        notes = reviewed.find_notes("deck:Benchmark")[-1000:]
        taken(lambda: reviewed.remove_notes(notes))
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

    def __init__(self, program, work):
        (self.program, self.work, self.home) = (program, work, None)

    def run(self, *arguments, stdin=None):
        environment = {**os.environ, "HEARTH_HOME": self.home, "TZ": "UTC"}
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run([self.program, *arguments], input=stdin, capture_output=True, text=True, env=environment)
        wall = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            sys.exit(f"{arguments}: {done.stderr}")
        return done.stdout, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def kept(self, file):
        """A data folder with what is in a file, for `copy`."""
        self.imported(file)
        return self.home

    def copy(self, home):
        if self.home != home:
            shutil.rmtree(self.home)
        self.home = os.path.join(tempfile.mkdtemp(dir=self.work), "home")
        shutil.copytree(home, self.home)

    def imported(self, file):
        self.home = tempfile.mkdtemp(dir=self.work)
        text, _, cpu = self.run("words", "import", file, "--json")
        return json.loads(text)["seconds"], cpu


def main():
    options = argparse.ArgumentParser()
    options.add_argument("hearth")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--notes", type=int, default=50_000)
    options.add_argument("--reviews", type=int, default=480_000)
    options.add_argument("--beside", type=int, default=0)
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
    folder = tempfile.mkdtemp(dir=os.environ.get("WORK"))
    peer = subprocess.Popen([python, "-c", PEER, folder, str(options.notes), str(options.reviews), str(options.beside)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while peer.stdout.readline().strip() != "ready":
        if peer.poll() is not None:
            sys.exit("Anki ended")
    ours = Ours(os.path.realpath(options.hearth), folder)
    print(machine())

    def theirs(what):
        peer.stdin.write(what + "\n")
        peer.stdin.flush()
        return json.loads(peer.stdout.readline())

    def report(name, pairs):
        """Pairs of seconds by the clock and of the processor, ours and theirs."""
        mine, other = [[statistics.median(one[side][kind] for one in pairs) for kind in (0, 1)] for side in (0, 1)]
        ratio = statistics.median(a[1] / max(b[1], 1e-9) for a, b in pairs)
        print(f"{name}: CPU {mine[1] * 1e3:.0f} ms, Anki {other[1] * 1e3:.0f} ms, ratio {ratio:.2f}; by the clock {mine[0] * 1e3:.0f} and {other[0] * 1e3:.0f} ms", flush=True)

    print(f"{options.notes} notes, {options.reviews} reviews, {options.beside} notes beside them")
    for name in ("modern.apkg", "legacy.apkg", "notes.csv"):
        report(f"import of {name}", [(ours.imported(os.path.join(folder, name)), theirs(name)) for _ in range(options.rounds)])
    home = ours.kept(os.path.join(folder, "reviews.colpkg"))
    pairs = []
    for _ in range(options.rounds):
        text, _, cpu = ours.run("words", "stats", "--json")
        pairs.append(((json.loads(text)["seconds"], cpu), theirs("statistics")))
    report("statistics", pairs)
    service(ours, home, tool, theirs, report, count, options.rounds)
    programs(ours, home, theirs, report, count, options.rounds)
    peer.stdin.close()
    if not options.no_fsrs:
        fsrs = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fsrs.py"), "--rounds", str(options.rounds),
                "--reviews", str(options.reviews), *(["--program", options.fsrs] if options.fsrs else [])]
        sys.stdout.flush()
        subprocess.run(fsrs, check=True)


def service(ours, home, tool, theirs, report, count, rounds):
    """Each round has a copy of the data folder; Anki goes on with one collection."""
    peers = {
        "one by one": f"answers {count}", "at once": f"answers {count}", "search": "search", "export as apkg": "export", "export as json": "export",
        "deletion": "deletion", "erasing": "deletion", "backup": "deletion", "erasing with a backup": "deletion",
    }
    names = {
        "one by one": f"{count} cards asked, answered and saved one by one", "at once": f"{count} answers in one call, as from a phone that was out of reach",
        "search": "20 searches in the list of words", "export as apkg": "export as .apkg", "export as json": "export as JSON, beside Anki's .apkg",
        "deletion": "1,000 words deleted", "erasing": "and erased", "backup": "a backup, beside that deletion",
        "erasing with a backup": "1,000 more erased, in one backup too",
    }
    pairs = {name: [] for name in names}
    for _ in range(rounds):
        ours.copy(home)
        done = subprocess.run([tool, "measure", ours.home, str(count)], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"AnkiTool: {done.stdout}{done.stderr}")
        taken = json.loads(done.stdout)
        other = {what: theirs(what) for what in dict.fromkeys(peers.values())}
        for name in names:
            pairs[name].append((taken[name], other[peers[name]]))
    for name, text in names.items():
        report(text, pairs[name])


def programs(ours, home, theirs, report, count, rounds):
    piped, web, scripted = [], [], []
    for _ in range(rounds):
        ours.copy(home)
        text, wall, cpu = ours.run("study", "Benchmark", "--limit", str(count), stdin="\n3\n" * count)
        if f"{count} answers" not in text:
            sys.exit(f"fewer than {count} cards were answered: {text[-300:]}")
        other = theirs(f"answers {count}")
        piped.append(((wall, cpu), other))
        ours.copy(home)
        web.append((Browser(ours).run(count, Browser.answer_by_form), other))
        ours.copy(home)
        scripted.append((Browser(ours).run(count, Browser.answer_by_script), other))
    report(f"{count} cards in hearth study, with the start of the program and all that it prints", piped)
    report(f"{count} cards by forms of a browser, each with the page that comes next", web)
    report(f"{count} cards as a browser with scripts sends them, each with the next five", scripted)


class Browser:
    """A browser without scripts, and the server that it talks to."""

    def __init__(self, ours):
        environment = {**os.environ, "HEARTH_HOME": ours.home, "TZ": "UTC"}
        self.process = subprocess.Popen([ours.program, "serve", "--port", "0"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            if found := re.search(r"http://127.0.0.1:(\d+)(/enter\?token=\S+)", line):
                self.port, entrance = int(found[1]), found[2]
                break
        self.connection = HTTPConnection("127.0.0.1", self.port)
        self.cookie = ""
        self.cookie = self.request("GET", entrance)[0].getheader("Set-Cookie").split(";")[0]
        page = self.request("GET", "/welcome")[1]
        self.request("POST", "/welcome", token=re.search(r'name="token" value="([^"]+)"', page)[1], language="en")

    def request(self, method, path, **form):
        headers = {"Cookie": self.cookie, "Origin": f"http://127.0.0.1:{self.port}"}
        if form:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, urlencode(form) if form else None, headers)
        response = self.connection.getresponse()
        return response, response.read().decode()

    def used(self):
        """Seconds of the processor."""
        return sum(int(field) for field in open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()[11:13]) / os.sysconf("SC_CLK_TCK")

    def settle(self):
        quiet, last = 0, self.used()
        while quiet < 4:
            time.sleep(0.5)
            now = self.used()
            quiet, last = quiet + 1 if now - last <= 0.02 else 0, now

    def answer_by_form(self, deck, page):
        form = re.search(r'<form[^>]*action="(/words/decks/\d+/answer)"(.*?)</form>', page, re.S)
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[2]))
        response, text = self.request("POST", form[1], **fields, rating="3")
        assert response.status == 303, (response.status, text[:300])
        response, page = self.request("GET", response.getheader("Location"))
        assert response.status == 200, response.status
        return page

    def answer_by_script(self, deck, page):
        """Where `page` is a page, it names the first card; where it is a feed, its first card is next."""
        if page.startswith("{"):
            card = json.loads(page)["cards"][0]["card"]
        else:
            card = re.search(r'data-card="(\d+)"', page)[1]
            self.token = re.search(r'data-token="([^"]+)"', page)[1]
        answer = {"card": card, "rating": 3, "at": time.time() * 1000, "milliseconds": 3000, "key": os.urandom(8).hex()}
        fields = {"token": self.token, "mode": "scheduled", "session": "benchmark", "ahead": "5", "answers": json.dumps([answer])}
        response, feed = self.request("POST", f"/words/decks/{deck}/answers", **fields)
        assert response.status == 200, (response.status, feed[:300])
        return feed

    def run(self, count, answer):
        decks = self.request("GET", "/words")[1]
        deck = re.search(r'href="/words/decks/(\d+)"(?:(?!</a>).)*Benchmark', decks, re.S)[1]
        page = self.request("GET", f"/words/decks/{deck}/study")[1]
        self.settle()
        wall, cpu = time.perf_counter(), self.used()
        for _ in range(count):
            page = answer(self, deck, page)
        taken = time.perf_counter() - wall, self.used() - cpu
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        return taken


main()
