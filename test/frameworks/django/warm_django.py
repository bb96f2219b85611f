"""Answers for one project after the other what the probe prints of it. Each answer comes from a process of its own; Django is imported once for all.

Each line that is read names the folder of a project; the output of its probe is written to the other pipe, which is then closed.
"""
import importlib
import os
import runpy
import signal
import sys

PROBE, *PIPES = sys.argv[1:]
ANSWERS, QUESTIONS = PIPES
PATIENCE_SECONDS = 60

# None of them asks for settings when it is imported.
for name in (
    "django.contrib.admin.apps",
    "django.core.management",
    "django.core.validators",
    "django.db.backends.sqlite3.base",
    "django.db.migrations.autodetector",
    "django.db.migrations.loader",
    "django.db.models",
    "logging.config",
):
    importlib.import_module(name)


def answer(root):
    os.dup2(os.open(ANSWERS, os.O_WRONLY), 1)
    os.chdir(root)
    os.environ["HOME"] = root
    sys.argv = [PROBE]
    sys.path[0] = os.path.dirname(PROBE)
    signal.alarm(PATIENCE_SECONDS)
    try:
        runpy.run_path(PROBE, run_name="__main__")
    finally:
        sys.stdout.flush()
        os._exit(0)


# The last of them says that all is ready.
for pipe in PIPES:
    os.mkfifo(pipe)
with open(QUESTIONS) as questions:
    for question in questions:
        child = os.fork()
        if child == 0:
            answer(question.rstrip("\n"))
        os.waitpid(child, 0)
