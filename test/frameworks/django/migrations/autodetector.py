"""What makemigrations finds in each of the folders named on the command line, as JSON: {folder: {app: [description, ...]}}.

Every question is answered with yes, so that a rename is told as one. With --make first, the migrations of that folder are written.
"""
import json
import os
import sys

import django
import django.core.management
import django.db.migrations.autodetector
import django.db.migrations.loader
from django.conf import settings

# What every set-up imports, before the first fork.
import django.db.backends.sqlite3.base
import django.middleware.csrf
import django.views.debug


def configure(folder, apps):
    sys.path.insert(0, folder)
    settings.configure(
        INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", *apps],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        SILENCED_SYSTEM_CHECKS=["fields", "models"],
    )
    django.setup()


def changes():
    from django.apps import apps
    from django.db.migrations.autodetector import MigrationAutodetector
    from django.db.migrations.loader import MigrationLoader
    from django.db.migrations.questioner import MigrationQuestioner
    from django.db.migrations.state import ProjectState

    class Yes(MigrationQuestioner):
        def ask_rename(self, *args):
            return True

        def ask_rename_model(self, *args):
            return True

        def ask_not_null_addition(self, *args):
            return 1

        def ask_not_null_alteration(self, *args):
            return 1

        def ask_auto_now_add_addition(self, *args):
            return 1

        def ask_initial(self, *args):
            return True

    loader = MigrationLoader(None, ignore_no_migrations=True)
    detector = MigrationAutodetector(loader.project_state(), ProjectState.from_apps(apps), Yes())
    found = detector.changes(graph=loader.graph)
    return {
        app: [operation.describe() for migration in migrations for operation in migration.operations]
        for app, migrations in found.items()
    }


def in_child(work):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            answer = work()
        except BaseException as error:
            answer = {"error": ["%s: %s" % (type(error).__name__, error)]}
        with os.fdopen(writer, "w") as stream:
            json.dump(answer, stream)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        answer = json.load(stream)
    os.waitpid(child, 0)
    return answer


def make(folder, apps):
    from django.core.management import call_command

    configure(folder, apps)
    call_command("makemigrations", verbosity=0)
    return {}


def look(folder, apps):
    configure(folder, apps)
    return changes()


folders = sys.argv[1:]
result = {}
if folders[0] == "--make":
    folders = folders[1:]
    apps = sorted(name for name in os.listdir(folders[0]) if os.path.isdir(os.path.join(folders[0], name, "migrations")))
    answer = in_child(lambda: make(folders[0], apps))
    if answer:
        raise SystemExit(answer["error"][0])
for folder in folders:
    apps = sorted(name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name, "migrations")))
    result[folder] = in_child(lambda: look(folder, apps))
print(json.dumps(result))
