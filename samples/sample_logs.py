"""Believable log files for the sample, from a seeded generator: none of it happened.

Four shapes that Django projects have: the plain format of LOGGING with tracebacks (atlas.log and its rotated
neighbour), what `runserver` prints (runserver.log), and JSON lines (events.log).
"""
import json
import random
from datetime import datetime, timedelta, timezone

LOCKED = '''Traceback (most recent call last):
  File "/srv/atlas/venv/lib/python3.11/site-packages/django/db/backends/utils.py", line 84, in _execute
    return self.cursor.execute(sql, params)
  File "/srv/atlas/venv/lib/python3.11/site-packages/django/db/backends/sqlite3/base.py", line 423, in execute
    return Database.Cursor.execute(self, query, params)
sqlite3.OperationalError: database is locked

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/srv/atlas/venv/lib/python3.11/site-packages/django/core/handlers/exception.py", line 47, in inner
    response = get_response(request)
  File "/srv/atlas/atlas/lending/views.py", line 14, in <listcomp>
    for loan in loans
django.db.utils.OperationalError: database is locked'''

NO_USER = '''Traceback (most recent call last):
  File "/srv/atlas/venv/lib/python3.11/site-packages/django/core/handlers/exception.py", line 47, in inner
    response = get_response(request)
  File "/srv/atlas/venv/lib/python3.11/site-packages/django/contrib/admin/options.py", line 1658, in get_object
    label = str(instance)
  File "/srv/atlas/atlas/people/models.py", line 41, in __str__
    return self.card_number or str(self.user)
atlas.people.models.Reader.user.RelatedObjectDoesNotExist: Reader has no user.'''

TIMED_OUT = '''Traceback (most recent call last):
  File "/srv/atlas/atlas/catalogue/union.py", line 28, in announce
    with urlopen(request, timeout=10) as answer:
TimeoutError: The read operation timed out'''

PATHS = ["/catalogue/", "/catalogue/?q=sagres", "/catalogue/?q=MC+558", "/lending/overdue/", "/admin/", "/admin/lending/loan/"]


def write_logs(folder, now):
    """`now` is the project's local time: Django sets the process to its TIME_ZONE, and `asctime` follows."""
    folder.mkdir(exist_ok=True)
    rng = random.Random(558)
    files = {
        "atlas.log.1": plain_lines(rng, now - timedelta(days=6), now - timedelta(days=2), 260),
        "atlas.log": plain_lines(rng, now - timedelta(days=2), now - timedelta(minutes=30), 420) + closing_lines(now),
        "runserver.log": runserver_lines(rng, now - timedelta(hours=9), now, 300),
        "events.log": event_lines(rng, now - timedelta(days=3), now, 240),
    }
    for name, lines in files.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return list(files)


def moments(rng, start, end, count):
    seconds = sorted(rng.uniform(0, (end - start).total_seconds()) for _ in range(count))
    return [start + timedelta(seconds=second) for second in seconds]


def plain(at, level, logger, message):
    return f"{at:%Y-%m-%d %H:%M:%S},{at.microsecond // 1000:03d} {level} {logger} {message}"


def plain_lines(rng, start, end, count):
    lines = []
    for at in moments(rng, start, end, count):
        kind = rng.choices(["loan", "return", "fines", "notfound", "slow", "locked", "nouser", "union"], [40, 34, 5, 12, 6, 2, 1, 2])[0]
        lines.append(plain_line(rng, at, kind))
    return lines


def plain_line(rng, at, kind):
    copy, card = f"3{rng.randrange(1, 40):013d}", f"R-{rng.randrange(1, 40):06d}"
    if kind == "loan":
        return plain(at, "INFO", "atlas.lending", f"lent {copy} to {card}")
    if kind == "return":
        return plain(at, "INFO", "atlas.lending", f"returned {copy} by {card}")
    if kind == "fines":
        return plain(at, "INFO", "atlas.lending", f"{rng.randrange(0, 5)} fines on {at:%Y-%m-%d}")
    if kind == "notfound":
        return plain(at, "WARNING", "django.request", f"Not Found: {rng.choice(['/favicon.ico', '/robots.txt', '/catalogue/old/'])}")
    if kind == "slow":
        return plain(at, "WARNING", "atlas.catalogue", f"search for 'rio' took {rng.uniform(1, 4):.2f} s over {rng.randrange(9, 16)} items")
    if kind == "locked":
        return plain(at, "ERROR", "django.request", "Internal Server Error: /lending/overdue/") + "\n" + LOCKED
    if kind == "nouser":
        return plain(at, "ERROR", "django.request", "Internal Server Error: /admin/people/reader/12/change/") + "\n" + NO_USER
    return plain(at, "ERROR", "atlas.catalogue", "union catalogue did not answer; 15 holdings wait") + "\n" + TIMED_OUT


def closing_lines(now):
    """The last half hour always holds an error and a warning, whatever the dice said before."""
    return [
        plain(now - timedelta(minutes=24), "ERROR", "django.request", "Internal Server Error: /lending/overdue/") + "\n" + LOCKED,
        plain(now - timedelta(minutes=11), "WARNING", "django.request", "Not Found: /catalogue/old/"),
        plain(now - timedelta(minutes=3), "INFO", "atlas.lending", "lent 30000000000012 to R-000017"),
    ]


def runserver_lines(rng, start, end, count):
    lines = [
        "Watching for file changes with StatReloader",
        "Performing system checks...",
        "",
        "System check identified 1 issue (0 silenced).",
        "",
        "You have 4 unapplied migration(s). Your project may not work properly until you apply the migrations for app(s): catalogue, lending, publishing.",
        "Run 'python manage.py migrate' to apply them.",
        f"{start:%B %d, %Y - %H:%M:%S}",
        "Django version 3.2.25, using settings 'atlas.settings.dev'",
        "Starting development server at http://127.0.0.1:8000/",
        "Quit the server with CONTROL-C.",
    ]
    for at in moments(rng, start, end, count):
        status = rng.choices([200, 302, 304, 404, 500], [80, 8, 6, 5, 1])[0]
        path = "/favicon.ico" if status == 404 else rng.choice(PATHS)
        lines.append(f'[{at:%d/%b/%Y %H:%M:%S}] "GET {path} HTTP/1.1" {status} {rng.randrange(400, 18000)}')
    return lines


def event_lines(rng, start, end, count):
    lines = []
    for at in moments(rng, start, end, count):
        event = rng.choices(["holding.announced", "reader.joined", "card.transcribed", "import.failed"], [60, 10, 28, 2])[0]
        level = "ERROR" if event == "import.failed" else "INFO"
        lines.append(
            json.dumps(
                {
                    "timestamp": datetime.fromtimestamp(at.timestamp(), timezone.utc).isoformat(timespec="milliseconds"),
                    "level": level,
                    "logger": "atlas.events",
                    "message": event,
                    "item": rng.randrange(1, 16),
                    "took_ms": rng.randrange(3, 900),
                }
            )
        )
    return lines
