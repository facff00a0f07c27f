# SPDX-License-Identifier: Apache-2.0
"""Runs `hearth serve` on a free port over tiny models of the fixtures, in a home of its own, and runs checks against it."""
import contextlib, os, pathlib, re, signal, subprocess, sys, tempfile, urllib.request

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "Fixtures"
CHAT, EMBEDDER, BUILT_IN = "tiny/qwen3", "tiny/bert", "hearth/pocket"


@contextlib.contextmanager
def serving(hearth):
    """Yields the address to enter by, the base address, and what was printed."""
    with tempfile.TemporaryDirectory() as home:
        folder = pathlib.Path(home) / "models" / "tiny"
        folder.mkdir(parents=True)
        (folder / "qwen3").symlink_to(FIXTURES / "models" / "qwen3-q4g32-f16")
        (folder / "bert").symlink_to(FIXTURES / "embeddings" / "bert-f32")
        environment = {k: v for k, v in os.environ.items() if not k.startswith("HEARTH")} | {"HEARTH_HOME": home}
        process = subprocess.Popen([hearth, "serve", "--port", "0"], stdout=subprocess.PIPE, env=environment, text=True)
        try:
            said = ""
            while not (start := re.search(r"(http://\S+)/enter\?token=\S+\n", said)):
                line = process.stdout.readline()
                if not line:
                    sys.exit(f"hearth did not start: {said}")
                said += line
            yield start[1], start[0].strip(), said
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=10)


def key_of_the_page(enter, base):
    """Reads the key where a person finds it: on the page of the settings that tells of programs."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    browser.open(enter).read()
    page = browser.open(f"{base}/settings/programs").read().decode()
    return re.search(r'id="api-key"[^>]*value="(hearth-[^"]+)"', page)[1]


def run(checks, client_of, name):
    """Runs each check with what `client_of(base, key)` makes, and ends the program with 1 where one failed."""
    failed = 0
    with serving(sys.argv[1]) as (base, enter, printed):
        key = key_of_the_page(enter, base)
        assert key not in printed, "the key of programs was printed"
        client = client_of(base, key)
        for function in checks:
            said = function.__name__.replace("_", " ")
            try:
                function(client)
                print(f"ok    {said}")
            except Exception as error:
                failed += 1
                print(f"FAIL  {said}: {type(error).__name__}: {error}")
    print(f"{len(checks)} checks with {name}, {failed} failed")
    sys.exit(failed > 0)
