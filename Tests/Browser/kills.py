# SPDX-License-Identifier: Apache-2.0
"""Kills the program 200 times while it is asked, edited and downloads, and looks for what it had acknowledged: `kills.py [TIMES]`.

HEARTH names the program. Nothing that a browser was told is kept may be missing afterwards, the database has to be whole each time, the
program has to start each time, and the download has to end with the right files.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

from app import App
from hub import Hub

SUGGESTED = "mlx-community/Llama-3.2-1B-Instruct-4bit"
POCKET = Path(__file__).parents[2] / "Sources" / "Pocket" / "Model"


class Stay(HTTPRedirectHandler):
    """Where a form leads to is the acknowledgement; nobody goes there."""

    def redirect_request(self, *arguments):
        return None


class Client:
    """A browser without pages. Each call answers `(status, where it leads, text)`."""

    def __init__(self, app):
        self.app = app
        self.opener = build_opener(HTTPCookieProcessor(), Stay())
        self.get(app.entrance)
        self.token = re.search(r'name="token" value="([^"]+)"', self.get(f"{app.address}/welcome")[2])[1]

    def get(self, address):
        return self.open(Request(address))

    def post(self, path, **form):
        body = urlencode({"token": self.token, **form}).encode()
        return self.open(Request(self.app.address + path, body, {"Origin": self.app.address}))

    def open(self, request):
        try:
            with self.opener.open(request, timeout=30) as response:
                return response.status, "", response.read().decode()
        except HTTPError as error:
            return error.code, error.headers.get("Location") or "", error.read().decode()


class Told:
    """What was acknowledged: texts of messages and of titles."""

    def __init__(self):
        self.texts, self.titles, self.lock = set(), {}, threading.Lock()

    def text(self, text):
        with self.lock:
            self.texts.add(text)

    def title(self, session, title):
        with self.lock:
            self.titles[session] = title


def bother(app, told, rng, number, over):
    """Asks, edits, asks again and renames until nobody answers any more."""
    step = 0
    try:
        client = Client(app)
        while not over.is_set():
            step += 1
            question = f"Question {number} {step} {rng.randrange(10**9)}"
            status, place, _ = client.post("/chat/ask", message=question)
            if status != 303:
                continue
            told.text(question)
            session = re.search(r"/chat/([^/#?]+)", place)[1]
            page = client.get(f"{app.address}/chat/{session}")[2]
            edited = f"Edit {number} {step} {rng.randrange(10**9)}"
            if (message := re.search(r'id="edit-([^"]+)"', page)) and client.post(f"/messages/{message[1]}/edit", message=edited)[0] == 303:
                told.text(edited)
            title = f"Title {rng.randrange(10**9)}"
            if client.post(f"/chat/{session}/rename", title=title)[0] == 303:
                told.title(session, title)
            if rng.random() < 0.3:
                client.post(f"/chat/{session}/stop")
    except (URLError, OSError, ConnectionError, TypeError, ValueError):
        pass  # killed in the middle; what was not acknowledged need not be there


def run(*command, app):
    return subprocess.run([os.environ["HEARTH"], *command], env={**os.environ, "HEARTH_HOME": str(app.home)}, capture_output=True, text=True)


def main() -> None:
    times, rng, told = int(sys.argv[1]) if len(sys.argv) > 1 else 200, random.Random(4), Told()
    hub = Hub(POCKET, rate=200_000)
    app = App({}, hub)
    app.begin()
    try:
        for number in range(times):
            over = threading.Event()
            threads = [threading.Thread(target=bother, args=(app, told, random.Random(f"{number} {one}"), f"{number}-{one}", over)) for one in range(3)]
            for thread in threads:
                thread.start()
            try:
                Client(app).post("/models/fetch", name=SUGGESTED)
            except (URLError, OSError, ConnectionError, TypeError):
                pass
            time.sleep(rng.uniform(0.02, 0.9))
            app.kill()
            over.set()
            for thread in threads:
                thread.join()
            app.process.stdout.close()
            app.start()
            if number % 20 == 19:
                print(f"{number + 1} kills, {len(told.texts)} messages and {len(told.titles)} titles acknowledged", flush=True)
        health = run("doctor", "--json", app=app)
        assert not [one for one in json.loads(health.stdout) if one.get("level") == "broken"], health.stdout
        app.process.terminate()
        app.process.wait()
        with tempfile.TemporaryDirectory() as place:
            exported = run("export", f"{place}/all", app=app)
            assert exported.returncode == 0, exported.stderr
            def lines(name):
                return [json.loads(line) for line in (Path(place) / "all" / name).read_text().splitlines()]
            kept = {message["content"] for message in lines("messages.jsonl")}
            titles = {session["id"]: session["title"] for session in lines("sessions.jsonl")}
        lost = sorted(told.texts - kept) + sorted(title for session, title in told.titles.items() if titles.get(session) != title)
        assert not lost, f"{len(lost)} are lost: {lost[:5]}"
        hub.rate = 1 << 30
        pulled = subprocess.run(
            [os.environ["HEARTH"], "models", "pull", SUGGESTED], env={**os.environ, "HEARTH_HOME": str(app.home), "HF_ENDPOINT": hub.address},
            capture_output=True, text=True)
        assert pulled.returncode == 0, pulled.stderr
        verified = run("models", "verify", SUGGESTED, app=app)
        assert verified.returncode == 0, verified.stdout + verified.stderr
        print(f"{times} kills: {len(told.texts)} messages and {len(told.titles)} titles were acknowledged, none is lost; the download is whole")
    finally:
        app.close()
        hub.close()


if __name__ == "__main__":
    main()
