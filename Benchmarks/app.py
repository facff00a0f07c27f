#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times the app over a full store: `app.py HEARTH [SESSIONS] [MESSAGES]`; 10,000 and 500,000 unless said otherwise. Python's own library is enough.

The program makes its database; rows are then written into it as the program would. Timed are whole requests on loopback, medians of 30; the export and erasing everything, at the end, once.
"""
import os
import random
import re
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote, urlencode

WORDS = [word for word in Path(__file__).parent.joinpath("texts").rglob("*.txt")]


class Server:
    def __init__(self, program, home):
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0"], env={**os.environ, "HEARTH_HOME": home}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            if found := re.search(r"http://127.0.0.1:(\d+)(/enter\?token=\S+)", line):
                self.port, entrance = int(found[1]), found[2]
                break
        self.cookie = ""
        response, _ = self.get(entrance)
        self.cookie = response.getheader("Set-Cookie").split(";")[0]
        token = re.search(r'name="token" value="([^"]+)"', self.get("/welcome")[1])[1]
        self.post("/welcome", token=token, language="en")
        self.get("/chat/new")
        self.start = time.perf_counter() - began

    def request(self, method, path, body=None, headers=None):
        response, text = self.raw(method, path, body, headers)
        return response, text.decode()

    def raw(self, method, path, body=None, headers=None):
        connection = HTTPConnection("127.0.0.1", self.port)
        connection.request(method, path, body, {"Cookie": self.cookie, "Origin": f"http://127.0.0.1:{self.port}", **(headers or {})})
        response = connection.getresponse()
        return response, response.read()

    def get(self, path):
        return self.request("GET", path)

    def post(self, path, **form):
        return self.request("POST", path, urlencode(form), {"Content-Type": "application/x-www-form-urlencoded"})

    def act(self, path, **form):
        """Seconds that a form takes, and what it gave."""
        token = re.search(r'name="token" value="([^"]+)"', self.get("/settings/privacy")[1])[1]
        began = time.perf_counter()
        response, body = self.raw("POST", path, urlencode({"token": token, **form}), {"Content-Type": "application/x-www-form-urlencoded"})
        assert response.status in (200, 303), (response.status, body[:200])
        return time.perf_counter() - began, len(body)

    def memory(self):
        """Megabytes that are resident."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1000

    def settle(self):
        """Seconds until what it does by itself after the start is done: a backup, and the memory's index of what is new."""
        def used():
            return sum(int(field) for field in Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13])
        began, quiet, last = time.perf_counter(), 0, used()
        while quiet < 4:
            time.sleep(0.5)
            now = used()
            quiet, last = quiet + 1 if now - last <= 2 else 0, now
        return time.perf_counter() - began - 2

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def vocabulary() -> list[str]:
    words = {word.lower() for file in WORDS for word in re.findall(r"[^\W\d_]{3,}", file.read_text(errors="ignore"))}
    return sorted(words) or [f"word{number}" for number in range(20_000)]


def fill(database: str, sessions: int, messages: int) -> list[str]:
    rng, words, now = random.Random(1), vocabulary(), time.time() - 978_307_200
    connection = sqlite3.connect(database)
    each = messages // sessions
    def text(low, high):
        return " ".join(rng.choices(words, k=rng.randint(low, high)))
    with connection:
        for number in range(sessions):
            session, at = f"s{number}", now - (sessions - number) * 600
            ids = [f"{session}-{one}" for one in range(each)]
            connection.execute(
                "INSERT INTO sessions (id, createdAt, lastMessageAt, title, leaf) VALUES (?,?,?,?,?)", (session, at, at + each, text(3, 6), ids[-1]))
            connection.executemany(
                "INSERT INTO messages (id, session, parent, role, content, createdAt, state) VALUES (?,?,?,?,?,?,'complete')",
                [(one, session, ids[index - 1] if index else None, "assistant" if index % 2 else "user", text(10, 60), at + index)
                 for index, one in enumerate(ids)])
    connection.close()
    return words


def median(times: int, request) -> float:
    """Milliseconds."""
    taken = []
    for number in range(times):
        began = time.perf_counter()
        response, _ = request(number)
        assert response.status == 200, response.status
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken)


def starts(program, home) -> float:
    """Milliseconds from the start to the first page, of five."""
    taken = []
    for _ in range(5):
        server = Server(program, home)
        taken.append(server.start * 1000)
        server.close()
    return statistics.median(taken)


def main() -> None:
    program = os.path.realpath(sys.argv[1])
    sessions, messages = (int(one) for one in (sys.argv[2:4] or ("10000", "500000")))
    with tempfile.TemporaryDirectory() as home:
        server = Server(program, home)
        print(f"empty: start to first page {server.start * 1000:.0f} ms, memory {server.memory():.0f} MB")
        server.close()
        words = fill(os.path.join(home, "hearth.sqlite"), sessions, messages)
        size = os.path.getsize(os.path.join(home, "hearth.sqlite")) / 1e6
        first = starts(program, home)
        server = Server(program, home)
        rng = random.Random(2)
        settled = server.settle()
        server.close()
        later = starts(program, home)
        server = Server(program, home)
        server.settle()
        print(f"{sessions:,} sessions, {messages:,} messages, {size:.0f} MB")
        print(f"until all is indexed     {settled:7.1f} s")
        print(f"start to first page      {later:7.0f} ms; {first:.0f} ms while all is indexed")
        print(f"history page             {median(30, lambda _: server.get('/history')):7.1f} ms")
        print(f"conversation             {median(30, lambda number: server.get(f'/chat/s{number * 97 % sessions}')):7.1f} ms")
        print(f"search for one word      {median(30, lambda _: server.get('/history?q=' + quote(rng.choice(words)))):7.1f} ms")
        print(f"search for two words     {median(30, lambda _: server.get('/history?q=' + quote(' '.join(rng.sample(words, 2))))):7.1f} ms")
        print(f"search for two letters   {median(30, lambda _: server.get('/history?q=' + quote(rng.choice(words)[:2]))):7.1f} ms")
        print(f"memory without a model   {server.memory():7.0f} MB")
        took, packed = server.act("/data/export")
        print(f"export of everything     {took:7.1f} s, {packed / 1e6:.0f} MB")
        print(f"erasing everything       {server.act('/data/erase', confirm=socket.gethostname())[0]:7.1f} s")
        left = sum(file.stat().st_size for file in Path(home).glob("hearth.sqlite*")) / 1e6
        print(f"database afterwards      {left:7.1f} MB")
        server.close()


if __name__ == "__main__":
    main()
