# SPDX-License-Identifier: Apache-2.0
"""Sends files of words to the app as a browser does: upload, look, import, look again."""
import http.cookiejar
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

SECONDS, BYTES = 30, 1 << 30


class Web:
    def __init__(self, program):
        self.program = program
        self.begin()

    def begin(self):
        self.home = tempfile.mkdtemp(prefix="hearth-hostile-web-")
        os.mkdir(os.path.join(self.home, "tmp"))
        environment = {**os.environ, "HEARTH_HOME": self.home, "TMPDIR": os.path.join(self.home, "tmp"), "TZ": "Europe/Paris"}
        self.process = subprocess.Popen([self.program, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
        for line in self.process.stdout:
            if found := re.search(r"(http://[^\s/]+:\d+)(/enter\S+)", line):
                self.origin, entrance = found[1], found[2]
                break
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self.get(entrance)

    def end(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def get(self, path, data=None, kind=None):
        request = urllib.request.Request(path if path.startswith("http") else self.origin + path, data=data, headers={"Origin": self.origin})
        if kind:
            request.add_header("Content-Type", kind)
        try:
            with self.opener.open(request, timeout=120) as answer:
                return answer.status, answer.url, answer.read().decode(errors="replace")
        except urllib.error.HTTPError as error:
            return error.code, error.url, error.read().decode(errors="replace")

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) * 1024

    def settled(self, address):
        """The page of a file once nothing is being done with it."""
        while '"isGoingOn":true' in self.get(address + "/progress")[2]:
            time.sleep(0.05)
        return self.get(address)

    def send(self, path):
        token = re.search(r'name="token" value="([^"]+)"', self.get("/words/import")[2])[1]
        head = f'--xyz\r\nContent-Disposition: form-data; name="token"\r\n\r\n{token}\r\n--xyz\r\nContent-Disposition: form-data; name="file"; filename="{os.path.basename(path)}"\r\n\r\n'
        with open(path, "rb") as file:
            body = head.encode() + file.read() + b"\r\n--xyz--\r\n"
        status, url, page = self.get("/words/import", body, "multipart/form-data; boundary=xyz")
        if status != 200 or url.endswith("/words/import"):
            return status, page
        status, _, page = self.settled(url)
        if 'name="do"' not in page or status != 200:
            return status, page
        self.get(url, f"token={token}&do=import&duplicates=add".encode(), "application/x-www-form-urlencoded")
        status, _, page = self.settled(url)
        return status, page

    def check(self, path, expect):
        faults = []
        if os.path.getsize(path) > 512 << 20:
            return [], 0, 0, "is not sent"
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as refs:
            refs.write("5")
        start = time.monotonic()
        try:
            status, page = self.send(path)
        except Exception as error:
            faults.append(f"{type(error).__name__}: {error}; the program {'runs' if self.process.poll() is None else 'has ended'}")
            self.end()
            self.begin()
            return faults, time.monotonic() - start, 0, ""
        wall, memory = time.monotonic() - start, self.memory()
        said = re.search(r'role="alert"[^>]*>(.*?)</', page, re.S)
        said = re.sub(r"<[^>]+>|\s+", " ", said[1])[:200] if said else f"page of {len(page)} characters"
        if status not in (200, 400, 413):
            faults.append(f"answered {status}")
        if re.search(r"<script>alert|onerror=alert|javascript:alert", page, re.I):
            faults.append("the page runs what is in the file")
        if wall > SECONDS or memory > BYTES:
            faults.append(f"took {wall:.1f} s, {memory >> 20} MB")
        return faults, wall, memory, f"{status} {said}"
