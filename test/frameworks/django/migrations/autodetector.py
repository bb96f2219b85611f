"""What makemigrations finds in the folder named on the command line, as JSON: {app: [description, ...]}.

Every question is answered with yes, so that a rename is told as one. With --make behind it, the migrations of the folder are written instead.
"""
import json
import os
import sys

import django
from django.conf import settings


def configure(folder):
    sys.path.insert(0, folder)
    apps = sorted(name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name, "migrations")))
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


configure(sys.argv[1])
if "--make" in sys.argv:
    from django.core.management import call_command

    call_command("makemigrations", verbosity=0)
else:
    print(json.dumps(changes()))
