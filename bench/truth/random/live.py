"""Does what it is told with many projects, each in a process of its own that has Django loaded already.

Reads JSON from standard input: [{"root": folder, "probe": file, "make": bool, "rename": bool, "squash": label, "fake": label, "target": how far}, ...].
Writes what the probe printed to "<root>.probe" and JSON to standard output: [{"step": problem or null, ...}, ...].
"""
import io
import json
import os
import runpy
import sys
import traceback

import django
import django.core.management
import django.core.management.commands.makemigrations
import django.core.management.commands.migrate
import django.core.management.commands.squashmigrations
import django.db.migrations.autodetector
import django.db.migrations.loader
import django.db.migrations.writer


def start(root):
    os.chdir(root)
    sys.path[0] = root
    sys.dont_write_bytecode = True
    os.environ["DJANGO_SETTINGS_MODULE"] = "project.settings"
    django.setup()


def own_labels(order):
    """Nothing is ever written for an app outside the project."""
    from django.apps import apps

    return [app.label for app in apps.get_app_configs() if app.path.startswith(order["root"] + os.sep)]


def make(order):
    from django.core.management import call_command
    from django.core.management.commands import makemigrations
    from django.db.migrations.questioner import MigrationQuestioner

    class Answers(MigrationQuestioner):
        def __init__(self, verbosity=0, log=None, **kwargs):
            """Since Django 4.0 it is told how much to say, and to whom."""
            super().__init__(**kwargs)

        def ask_rename(self, *args):
            return order["rename"]

        def ask_rename_model(self, *args):
            return order["rename"]

        def ask_not_null_addition(self, *args):
            return "1"

        def ask_not_null_alteration(self, *args):
            return "1"

        def ask_auto_now_add_addition(self, *args):
            from django.utils import timezone
            return timezone.now()

        def ask_merge(self, *args):
            return True

    makemigrations.NonInteractiveMigrationQuestioner = Answers
    call_command("makemigrations", *own_labels(order), interactive=False, verbosity=0)


def merge(order):
    from django.core.management import call_command

    call_command("makemigrations", *own_labels(order), merge=True, interactive=False, verbosity=0)


def squash(order):
    from django.core.management import call_command
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(None)
    last = [name for app, name in loader.graph.leaf_nodes(order["squash"])][0]
    call_command("squashmigrations", order["squash"], last, interactive=False, verbosity=0)


def fake(order):
    from django.core.management import call_command

    from django.db.migrations.loader import MigrationLoader

    names = {"last": [], "zero": ["zero"]}
    first = [[name] for app, name in MigrationLoader(None).graph.root_nodes(order["fake"])]
    names["first"] = (first or [[]])[0]
    call_command("migrate", order["fake"], *names[order["target"]], fake=True, verbosity=0, skip_checks=True)


def in_child(work):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        problem = None
        try:
            work()
        except BaseException as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            problem = "%s: %s (%s:%s)" % (type(error).__name__, error, where.filename, where.lineno)
        with os.fdopen(writer, "w") as stream:
            json.dump(problem, stream)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        # A probe that has answered ends its process without a word more.
        problem = json.loads(stream.read() or "null")
    os.waitpid(child, 0)
    return problem


def probe(order):
    os.chdir(order["root"])
    sys.stderr = io.StringIO()
    with open(order["root"] + ".probe", "w") as sys.stdout:
        runpy.run_path(order["probe"], run_name="__main__")


def step(order, work):
    sys.stdout = sys.stderr = io.StringIO()
    start(order["root"])
    work(order)


answers = []
for order in json.load(sys.stdin):
    answer = {}
    for name, work in (("merge", merge), ("make", make), ("squash", squash), ("fake", fake)):
        if order.get(name):
            answer[name] = in_child(lambda: step(order, work))
    answer["probe"] = in_child(lambda: probe(order))
    answers.append(answer)
print(json.dumps(answers))
