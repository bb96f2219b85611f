"""Runs command lines of Python, one after the other: each in a fork of this process, which has imported Django once for all of them.

`warm-python.ts` asks. A line of JSON comes in by the pipe `questions`; what is printed is written to the files `stdout` and `stderr` beside
it, and how the process ended is told by the pipe `answers`. The program sees what it would see if Python had been started for it: its
arguments, folder, environment, import path and `__main__`, settings that nobody has asked for, and nothing of another program. Only Django
is there already, and what a program leaves open is closed only where no more than its own names hold it.
"""
import atexit
import builtins
import functools
import gc
import importlib
import json
import os
import shutil
import signal
import sys
import threading
import types

FOLDER, PATIENCE_SECONDS = sys.argv[1], int(sys.argv[2])

# What a project that starts, migrates or is asked by the probe imports, as far as it needs no settings for it.
for name in (
    "django.contrib.admin.apps",
    "django.contrib.auth.apps",
    "django.contrib.auth.hashers",
    "django.contrib.auth.password_validation",
    "django.contrib.auth.validators",
    "django.contrib.contenttypes.apps",
    "django.core.management.commands.makemigrations",
    "django.core.management.commands.migrate",
    "django.db.backends.sqlite3.base",
    "django.db.migrations.writer",
    "django.middleware.csrf",
    "django.views.debug",
    "getpass",
    "logging.config",
):
    importlib.import_module(name)
# Where colorama is installed, Django has it put another output in place of each, which is written to at once.
sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__


def beside(name):
    return os.path.join(FOLDER, name)


@functools.lru_cache(maxsize=None)
def compiled(text, name):
    return compile(text, name, "exec", dont_inherit=True)


def program_of(question):
    """Its text, and the file that it stands in."""
    first, *rest = question["arguments"]
    if first == "-c":
        return rest[0], None
    path = os.path.join(question["cwd"], first)
    with open(path, "rb") as file:
        return file.read(), os.path.abspath(path)


def code_of(question):
    text, path = program_of(question)
    return compiled(text, path or "<string>")


def redirect(question):
    # The pipes of this process are not those of the program.
    os.closerange(3, 256)
    with open(beside("stdin"), "w", encoding="utf-8") as file:
        file.write(question["input"])
    for number, name, flags in (
        (0, "stdin", os.O_RDONLY),
        (1, "stdout", os.O_WRONLY | os.O_TRUNC),
        (2, "stderr", os.O_WRONLY | os.O_TRUNC),
    ):
        file = os.open(beside(name), flags | os.O_CREAT, 0o600)
        os.dup2(file, number)
        os.close(file)


def start_main(question):
    """The module `__main__` as Python begins it, and all else that it goes by."""
    first, *rest = question["arguments"]
    os.chdir(question["cwd"])
    os.environ.clear()
    os.environ.update(question["env"])
    main = types.ModuleType("__main__")
    main.__builtins__ = builtins
    sys.modules["__main__"] = main
    if first == "-c":
        sys.argv, sys.path[0] = ["-c", *rest[1:]], ""
    else:
        path = os.path.abspath(first)
        sys.argv, sys.path[0] = [first, *rest], os.path.dirname(os.path.realpath(path))
        main.__file__ = path
    return main


def run(question):
    main = start_main(question)
    try:
        exec(code_of(question), vars(main))
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        kind, error, trace = sys.exc_info()
        # Not the lines of this file.
        while trace and trace.tb_frame.f_code.co_filename == __file__:
            trace = trace.tb_next
        sys.excepthook(kind, error.with_traceback(trace), trace)
        return 1
    return 0


def answer(question):
    status = 1
    try:
        # Whatever the program waits for: nobody else would end it.
        signal.alarm(PATIENCE_SECONDS)
        redirect(question)
        gc.enable()
        status = run(question)
        threading._shutdown()
        atexit._run_exitfuncs()
        # What it has left open is closed.
        vars(sys.modules["__main__"]).clear()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status & 0xFF)


def ended(question):
    """How the process that answers has ended: with which status, or, less than none, by which signal."""
    try:
        # Once for all programs of this text; one that cannot be compiled says so by itself.
        code_of(question)
    except Exception:
        pass
    child = os.fork()
    if child == 0:
        answer(question)
    _, status = os.waitpid(child, 0)
    return -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def serve():
    """Ends, with all that it made, when nobody can ask any more."""
    # Whoever does not come soon does not come any more.
    signal.alarm(PATIENCE_SECONDS)
    try:
        with open(beside("questions"), encoding="utf-8") as questions, open(beside("answers"), "w") as answers:
            signal.alarm(0)
            for question in questions:
                print(ended(json.loads(question)), file=answers, flush=True)
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)


for name in ("questions", "answers"):
    os.mkfifo(beside(name))
# What was imported is not gone over again in each child: pages that are only read need not be copied.
gc.disable()
gc.freeze()
# Whoever started this waits until it ends: it is ready then, and a child of it goes on.
if os.fork() == 0:
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    serve()
