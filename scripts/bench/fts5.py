"""A yardstick for `npm run bench`: SQLite's FTS5 by Python, whole files, no structure.

    fts5.py index FOLDER DATABASE
    fts5.py search DATABASE          questions on standard input; prints the median in milliseconds
"""
import pathlib
import sqlite3
import statistics
import sys
import time


def index(folder, database):
    connection = sqlite3.connect(database)
    connection.execute("CREATE VIRTUAL TABLE pages USING fts5(path UNINDEXED, body, tokenize = 'porter unicode61')")
    files = sorted(pathlib.Path(folder).rglob("*.md"))
    rows = ((str(file), file.read_text(encoding="utf-8", errors="replace")) for file in files)
    connection.executemany("INSERT INTO pages VALUES (?, ?)", rows)
    connection.commit()


def search(database):
    connection = sqlite3.connect(database)
    questions = [line.strip() for line in sys.stdin if line.strip()]
    times = []
    for _ in range(5):
        for question in questions:
            words = " OR ".join(f'"{word}"' for word in question.split())
            started = time.perf_counter()
            connection.execute(
                "SELECT path, snippet(pages, 1, '', '', '…', 40) FROM pages WHERE pages MATCH ? ORDER BY rank LIMIT 5",
                (words,),
            ).fetchall()
            times.append(time.perf_counter() - started)
    print(statistics.median(times) * 1000)


if sys.argv[1:2] == ["index"] and len(sys.argv) == 4:
    index(*sys.argv[2:])
elif sys.argv[1:2] == ["search"] and len(sys.argv) == 3:
    search(sys.argv[2])
else:
    sys.exit(__doc__)
