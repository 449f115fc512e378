"""Measures Docroom beside its yardsticks on one folder and prints a Markdown table.

    measure.py --docroom PROGRAM --raw PROGRAM --hello PROGRAM --corpus FOLDER [--idle SECONDS]
"""
import argparse
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
QUESTIONS = """rolling update
how do I roll back a deployment
persistent volume claim
terminationGracePeriodSeconds
liveness probe
kubectl rollout undo
horizontal pod autoscaler
network policy
what is a sidecar container
configure a pod to use a secret
node affinity
resource quota
init containers
service account token
ingress controller
pod disruption budget
taints and tolerations
custom resource definition
etcd backup
kubelet configuration""".splitlines()


def timed(command, **options):
    """Wall and processor seconds of a command that must succeed."""
    started = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)
    said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{command} failed: {said.decode(errors='replace')}")
    return time.perf_counter() - started, usage.ru_utime + usage.ru_stime


def middle(times):
    return statistics.median(times)


def new_home(place, name):
    home = place / name
    home.mkdir()
    # A port that nobody asks for, and nothing but the corpus to index.
    (home / "docroom.toml").write_text("user_guide = false\nhttp_port = 7499\n")
    return home


def cold(options, place, rounds=3):
    """Indexing from nothing: ours, FTS5, tantivy. (wall, processor) each, the middle of some rounds."""
    found = {"docroom": [], "fts5": [], "tantivy": []}
    for number in range(rounds):
        home = new_home(place, f"home-{number}")
        found["docroom"].append(timed([options.docroom, "--home", home, "--quiet", "add", options.corpus, "--name", "corpus"]))
        database = place / f"fts5-{number}.sqlite"
        found["fts5"].append(timed([sys.executable, HERE / "fts5.py", "index", options.corpus, database]))
        index = place / f"raw-{number}"
        index.mkdir()
        found["tantivy"].append(timed([options.raw, options.corpus, index]))
    return {name: tuple(map(middle, zip(*times))) for name, times in found.items()}


class Agent:
    """An agent at `docroom mcp`."""

    def __init__(self, options, home):
        command = [options.docroom, "--home", home, "mcp", "--project", "corpus"]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last = 0

    def ask(self, method, params):
        self.last += 1
        frame = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
        self.child.stdin.write(json.dumps(frame).encode() + b"\n")
        self.child.stdin.flush()
        while True:
            line = self.child.stdout.readline()
            if not line:
                sys.exit("docroom mcp ended")
            answer = json.loads(line)
            if answer.get("id") == self.last:
                return answer["result"]

    def greet(self):
        client = {"name": "bench", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})

    def end(self):
        self.child.stdin.close()
        self.child.wait()


def warm(options, home):
    """Milliseconds of a search in an open session: median and 95th percentile."""
    agent = Agent(options, home)
    agent.greet()
    times = []
    for number in range(11):
        for question in QUESTIONS:
            started = time.perf_counter()
            agent.ask("tools/call", {"name": "search_docs", "arguments": {"query": question}})
            # The first round opens the index.
            if number:
                times.append(time.perf_counter() - started)
    agent.end()
    return middle(times) * 1000, statistics.quantiles(times, n=20)[18] * 1000


def once(options, home):
    """Milliseconds of `docroom search` from start to end."""
    command = [options.docroom, "--home", home, "--json", "search"]
    return middle([timed([*command, question])[0] for question in QUESTIONS * 2]) * 1000


def start(options, home, rounds=60):
    """Milliseconds from start to the first answer: ours to `initialize`, and a program that says one line."""
    ours, hello = [], []
    for _ in range(rounds):
        started = time.perf_counter()
        agent = Agent(options, home)
        agent.greet()
        ours.append(time.perf_counter() - started)
        agent.end()
        started = time.perf_counter()
        child = subprocess.Popen([options.hello], stdout=subprocess.PIPE)
        child.stdout.readline()
        hello.append(time.perf_counter() - started)
        child.wait()
    return middle(ours) * 1000, middle(hello) * 1000


def resident(options, home):
    """MiB that the resident holds (proportional set size) after being left alone, and its processor seconds meanwhile."""
    child = subprocess.Popen([options.docroom, "--home", home, "tray"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(options.idle / 2)
        before = processor(child.pid)
        time.sleep(options.idle / 2)
        rollup = pathlib.Path(f"/proc/{child.pid}/smaps_rollup").read_text()
        held = next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
        return held / 1024, (processor(child.pid) - before) / (options.idle / 2) * 100
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait()


def processor(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def fts5_search(place):
    command = [sys.executable, HERE / "fts5.py", "search", place / "fts5-0.sqlite"]
    done = subprocess.run(command, input="\n".join(QUESTIONS), capture_output=True, text=True, check=True)
    return float(done.stdout)


def table(rows):
    print("| measure | Docroom | yardstick | ratio | wanted |\n| --- | ---: | ---: | ---: | --- |")
    for name, ours, unit, yardstick, other, wanted in rows:
        ratio = f"{ours / other:.2f}" if other else ""
        beside = f"{yardstick} {other:.2f} {unit}" if other else ""
        print(f"| {name} | {ours:.2f} {unit} | {beside} | {ratio} | {wanted} |")


def main():
    parser = argparse.ArgumentParser()
    for name in ["docroom", "raw", "hello", "corpus"]:
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--idle", type=float, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="docroom-bench.") as folder:
        place = pathlib.Path(folder)
        built = cold(options, place)
        home = place / "home-0"
        (wall, cpu), (fts_wall, fts_cpu), (raw_wall, raw_cpu) = (built[name] for name in ["docroom", "fts5", "tantivy"])
        ninth = warm(options, home)
        ours, hello = start(options, home)
        held, busy = resident(options, home)
        table([
            ("cold index, processor", cpu, "s", "FTS5", fts_cpu, "≤ 4 × FTS5"),
            ("cold index, processor", cpu, "s", "tantivy", raw_cpu, ""),
            ("cold index, wall", wall, "s", "FTS5", fts_wall, ""),
            ("cold index, wall", wall, "s", "tantivy", raw_wall, ""),
            ("warm search over stdio, median", ninth[0], "ms", "FTS5 in process", fts5_search(place), "≤ 5 ms"),
            ("warm search over stdio, 95 %", ninth[1], "ms", "", 0, ""),
            ("one-shot `docroom search`", once(options, home), "ms", "hello world", hello, ""),
            ("start to `initialize`", ours, "ms", "hello world", hello, "≤ 5 × hello world"),
            ("resident at rest, held", held, "MiB", "", 0, "≤ 30 MiB"),
            ("resident at rest, processor", busy, "%", "", 0, ""),
        ])


main()
