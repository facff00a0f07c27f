# SPDX-License-Identifier: Apache-2.0
"""Has a started Hearth use a model of llama.cpp's server, as a browser would: remote.py HEARTH MODEL.gguf.

What Hearth shows is compared with what the server itself answers to the same question, and what goes wrong with what Hearth says of it.
"""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

KEY = "sk-conformance-0123456789"
failures = 0


def check(what, holds, detail=""):
    global failures
    failures += not holds
    print(("ok    " if holds else "FAILS ") + what + (f": {detail}" if detail and not holds else ""))


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def start_server(model, port):
    command = [sys.executable, "-m", "llama_cpp.server", "--model", model, "--model_alias", "small", "--host", "127.0.0.1",
               "--port", str(port), "--api_key", KEY, "--n_ctx", "512", "--chat_format", "chatml", "--verbose", "False"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return server
        except OSError:
            if server.poll() is not None:
                sys.exit("llama_cpp.server did not start")
            time.sleep(0.1)
    sys.exit("llama_cpp.server did not come up")


class Browser:
    """Keeps the cookie, fills in the token of forms, and follows redirects."""

    def __init__(self, start):
        self.host = urllib.parse.urlsplit(start).netloc
        self.cookie = ""
        self.get(start[start.index("/enter"):])

    def send(self, method, path, body=None):
        headers = {"Cookie": self.cookie, "Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}
        if body is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{self.host}"}
        connection = http.client.HTTPConnection(self.host, timeout=60)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        if answer.getheader("Set-Cookie"):
            self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        if answer.status in (302, 303, 307) or answer.getheader("Location"):
            return self.get(answer.getheader("Location"))
        return answer.status, text, path

    def get(self, path):
        return self.send("GET", path)

    def post(self, path, **fields):
        page = self.get("/settings/appearance")[1]
        fields["token"] = re.search(r'name="token" value="([^"]+)"', page)[1]
        return self.send("POST", path, urllib.parse.urlencode(fields))


def start_hearth(hearth, home):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("HEARTH", "XDG"))}
    environment |= {"HEARTH_HOME": home, "XDG_CONFIG_HOME": os.path.join(home, "config")}
    process = subprocess.Popen([hearth, "serve", "--port", "0"], env=environment, stdout=subprocess.PIPE, text=True)
    while "/enter?token=" not in (line := process.stdout.readline()):
        if not line:
            sys.exit("hearth did not start")
    return process, line.strip()


def reference(port, question, system):
    """What the server answers by itself, whole and without Hearth."""
    body = json.dumps({"model": "small", "temperature": 0, "max_tokens": 24, "messages": [
        {"role": "system", "content": system}, {"role": "user", "content": question}]}).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/v1/chat/completions", body, {
        "Content-Type": "application/json", "Authorization": f"Bearer {KEY}"})
    return json.load(urllib.request.urlopen(request, timeout=60))


def ask(browser, question, session=None):
    fields = {"message": question} | ({"session": session} if session else {})
    status, text, path = browser.post("/chat/ask", **fields)
    session = path.split("/")[2].split("#")[0]
    for _ in range(600):
        text = browser.get(f"/chat/{session}")[1]
        if "aria-busy" not in text:
            break
        time.sleep(0.1)
    return session, text


def main(hearth, model):
    port = free_port()
    server = start_server(model, port)
    home = tempfile.mkdtemp()
    process, start = start_hearth(hearth, home)
    name = f"http://127.0.0.1:{port}/v1/small"
    try:
        browser = Browser(start)
        browser.post("/welcome", language="en")
        browser.post("/settings/answers", instructions="Be brief.", temperature="0", maxTokens="24", topP="", seed="",
                     idleMinutes="10")
        endpoint = f"127.0.0.1:{port}"

        text = browser.post("/models/elsewhere/look", address=endpoint, key="sk-wrong")[1]
        check("a wrong key is told of", "did not accept the API key" in text)
        text = browser.post("/models/elsewhere/look", address=endpoint, key=KEY)[1]
        check("the server's models are found", '<option value="small" selected' in text)
        check("the key is in no page", KEY not in text)
        status, text, path = browser.post("/models/elsewhere/add", address=f"http://{endpoint}/v1", model="small")
        check("consent is asked for", path.startswith("/models/elsewhere/consent") and f"is sent to {endpoint}" in text)
        browser.post("/models/elsewhere/agree", name=name)
        text = browser.post("/models/elsewhere/check", name=name)[1]
        check("the endpoint is reached", f"{endpoint} answered and has" in text)

        question = "Where is the sea?"
        expected = reference(port, question, "Be brief.")
        session, text = ask(browser, question)
        export = browser.get(f"/chat/{session}/export")[1]
        answer = expected["choices"][0]["message"]["content"]
        check("the answer is the server's own", answer.strip() in export, f"{answer!r} is not in {export!r}")
        check("the answer says where it comes from", f"Answer from {endpoint}" in text)
        check("the question says where it went", f"Sent to {endpoint}" in text)
        check("the bar says where it goes", f'data-model="brief">{endpoint}' in text and "Leaves this machine" in text)
        exported = f"(at {endpoint})" in export
        check("the export says where it comes from", exported)
        _, text = ask(browser, "And the sky?", session)
        check("a conversation goes on", text.count(f"Answer from {endpoint}") == 2)

        _, text = ask(browser, "word " * 1500, session)
        check("a conversation that is too long is told of", "role=\"alert\"" in text and endpoint in text)

        session, text = ask(browser, "Tell me a long story.")
        server.terminate()
        server.wait()
        _, text = ask(browser, "Are you there?", session)
        check("a server that is gone is told of", f"{endpoint} does not answer" in text)

        process.terminate()
        process.wait()
        found = [path for folder, _, files in os.walk(home) for path in (os.path.join(folder, file) for file in files)
                 if KEY.encode() in open(path, "rb").read()]
        check("the key is in no file as it is", not found, str(found))
    finally:
        server.kill()
        process.kill()
    sys.exit(f"{failures} checks failed" if failures else 0)


main(*sys.argv[1:])
