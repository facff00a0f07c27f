# SPDX-License-Identifier: Apache-2.0
"""The program under test, in a data folder of its own."""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

TIMEOUT = 120  # seconds for a start on a busy machine


class App:
    """`hearth serve`, started; it can be killed and started again with the same data, at the same address."""

    def __init__(self, models=None, hub=None, home=None):
        """models: folders to be installed, by `owner/name`. hub: where models are fetched from. home: the data folder, else a new one."""
        self.home = Path(home or tempfile.mkdtemp(prefix="hearth-"))
        for name, folder in (models or {}).items():
            place = self.home / "models" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(Path(folder).resolve())
        self.hub = hub
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self):
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "HEARTH_HOME": str(self.home), "TZ": "Europe/Paris"}
        # Without a hub, whoever asks for one finds nobody.
        environment["HF_ENDPOINT"] = self.hub.address if self.hub else "http://127.0.0.1:9"
        with open(self.home / "log", "ab") as log:
            self.process = subprocess.Popen(
                [os.environ["HEARTH"], "serve", "--port", str(self.port)], env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=log, text=True)
        # A program that says nothing is ended, which ends the wait for its next line.
        timer = threading.Timer(TIMEOUT, self.process.kill)
        timer.start()
        try:
            for line in self.process.stdout:
                if found := re.search(r"http://\S+/enter\?token=\S+", line):
                    self.entrance = found[0]
                    self.address = found[0].partition("/enter")[0]
                    return
        finally:
            timer.cancel()
        raise RuntimeError(f"hearth did not start, and ended with {self.process.wait()}: {(self.home / 'log').read_text()}")

    def begin(self):
        """Says what the welcome asks for, without a browser: English, and go on. The answers of the tests' tiny models may be long."""
        client = build_opener(HTTPCookieProcessor())
        page = client.open(self.entrance).read().decode()
        token = re.search(r'name="token" value="([^"]+)"', page)[1]
        form = urlencode({"token": token, "language": "en"}).encode()
        client.open(Request(f"{self.address}/welcome", form, {"Origin": self.address}))
        answers = {"instructions": "you are a helpful assistant", "temperature": "0.7", "topP": "", "maxTokens": "2047", "seed": "",
                   "thinks": "1", "namesSessions": "1", "idleMinutes": "10", "token": token}
        client.open(Request(f"{self.address}/settings/answers", urlencode(answers).encode(), {"Origin": self.address}))

    def kill(self):
        """As a machine that loses its power does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.kill()
        self.process.stdout.close()
        shutil.rmtree(self.home, ignore_errors=True)
