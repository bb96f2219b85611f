#!/usr/bin/env python3
"""Makes what git does not keep of the sample project: its SQLite database and its log files.

    python3 samples/make-sample.py [--project DIR] [--fresh] [--now 2026-11-15T09:00:00]

Needs Django (3.2 to 6.x). Makes only what is missing, so that a database somebody has worked with stays as it is;
`--fresh` makes everything anew. The rows and log lines come from a seeded generator: with the same `--now` they are the same.
"""
import argparse
import os
import sys
from datetime import datetime
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

# The newest migrations of these apps are left unapplied: a project in the middle of its work.
APPLIED_UP_TO = {"catalogue": "0004", "lending": "0004", "publishing": "0002"}
FIXTURES = ["places", "staff", "subjects", "holdings", "policies", "instruments"]


def read_arguments():
    parser = argparse.ArgumentParser(description="Makes the sample project's database and log files.")
    parser.add_argument("--project", type=Path, default=HERE / "atlas", help="folder that holds manage.py")
    parser.add_argument("--fresh", action="store_true", help="replace what is there")
    parser.add_argument("--now", type=datetime.fromisoformat, default=None, help="moment the data ends at")
    return parser.parse_args()


def start_django(project, database):
    os.environ["DJANGO_SETTINGS_MODULE"] = "atlas.settings.dev"
    os.environ["ATLAS_DATABASE"] = str(database)
    sys.path.insert(0, str(project))
    import django

    django.setup()


def migrate_in_part():
    """Applies every migration but the newest ones of APPLIED_UP_TO, in one pass."""
    from django.apps import apps
    from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    targets = [node for node in executor.loader.graph.leaf_nodes() if node[0] not in APPLIED_UP_TO]
    for app, prefix in APPLIED_UP_TO.items():
        targets.append((app, executor.loader.get_migration_by_prefix(app, prefix).name))
    emit_pre_migrate_signal(0, False, "default")
    executor.migrate(targets)
    apps.clear_cache()
    emit_post_migrate_signal(0, False, "default")


def make_database(database, now):
    from django.core.management import call_command
    from django.db import connection

    from sample_data import add_rows

    migrate_in_part()
    call_command("loaddata", *FIXTURES, verbosity=0)
    add_rows(now)
    connection.close()


def main():
    arguments = read_arguments()
    project = arguments.project.resolve()
    if not (project / "manage.py").is_file():
        sys.exit(f"{project} holds no manage.py.")
    database, logs = project / "db.sqlite3", project / "logs"
    # Made under another name and moved when whole: a broken-off start leaves no half database behind.
    unfinished = project / "db.unfinished.sqlite3"
    unfinished.unlink(missing_ok=True)
    start_django(project, unfinished)
    now = arguments.now or datetime.now().replace(microsecond=0)
    if arguments.fresh or not database.exists():
        make_database(unfinished, now)
        os.replace(unfinished, database)
        print(f"made {database.name}")
    if arguments.fresh or not (logs / "atlas.log").exists():
        from sample_logs import write_logs

        names = write_logs(logs, now)
        print(f"made {', '.join(names)} in {logs.name}/")


if __name__ == "__main__":
    main()
