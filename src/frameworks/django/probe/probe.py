"""Prints what the project's app registry holds, with `databases` its databases alone, or with `unmade` what makemigrations would do: one
JSON document, packed, between two marker lines.

Run inside the sandbox with the workspace as current folder and the workspace's interpreter. Works with Django 2.2 to 6.1 and
Python 3.6 and newer. Writes nothing: no bytecode, no database, no file.
"""
import base64
import faulthandler
import json
import os
import re
import runpy
import subprocess
import sys
import traceback
import zlib

BEGIN = "=====workspace-inspector-probe-begin====="
END = "=====workspace-inspector-probe-end====="
FORMAT = 1
# Shortly before the service gives up, which is after a minute.
HANGS_AFTER_SECONDS = 55

sys.dont_write_bytecode = True


def start_like_manage():
    """Runs manage.py up to the point where it would execute a command: it names the settings and may change the path."""
    import django.core.management as management

    genuine = management.execute_from_command_line
    management.execute_from_command_line = lambda *args, **kwargs: None
    try:
        runpy.run_path("manage.py", run_name="__main__")
    except SystemExit:
        pass
    except SyntaxError as error:
        # No command starts then; one in a module that it imports is met again behind it.
        if error.filename == "manage.py":
            raise
    except Exception:
        # A manage.py that does more than the usual may fail here; its text still names the settings.
        pass
    finally:
        management.execute_from_command_line = genuine
    if not os.environ.get("DJANGO_SETTINGS_MODULE"):
        with open("manage.py", encoding="utf-8", errors="replace") as file:
            found = re.search(r"""DJANGO_SETTINGS_MODULE["']\s*[,\]]\s*=?\s*["']([\w.]+)["']""", file.read())
        if found:
            os.environ["DJANGO_SETTINGS_MODULE"] = found.group(1)


def label(model, field):
    # A model that does not exist stays as it was written; without an app it is meant to be of the field's own.
    if isinstance(model, str):
        return model if "." in model else f"{field.model._meta.app_label}.{model}"
    return None if model is None else model._meta.label


def on_delete_name(remote):
    function = getattr(remote, "on_delete", None)
    name = getattr(function, "__name__", None) or written_name(function)
    return "SET(…)" if name == "set_on_delete" else name


def written_name(function):
    # An object that a package puts around the function: migrations name what it stands for.
    from django.db.migrations.writer import MigrationWriter

    try:
        name, is_call, _ = MigrationWriter.serialize(function)[0].partition("(")
    except Exception:
        return None
    name = name.split(".")[-1]
    if is_call:
        return "set_on_delete" if name == "SET" else None
    return name if function is not None and name.isidentifier() else None


def to_field(field):
    # A relation over several columns points at several; a model that is swapped out has no target to ask.
    from django.core.exceptions import FieldDoesNotExist

    try:
        targets = [] if isinstance(field.remote_field.model, str) else field.foreign_related_fields
    except FieldDoesNotExist:
        # Django starts all the same, and `check` says so: what is written is told.
        names = field.to_fields
        return names[0] if len(names) == 1 and names[0] != field.remote_field.model._meta.pk.name else None
    return targets[0].name if len(targets) == 1 and not targets[0].primary_key else None


def relation_of(field):
    from django.db.models import ForeignObject, ManyToManyField, OneToOneField

    if type(field).__name__ == "GenericForeignKey" or (hasattr(field, "ct_field") and hasattr(field, "fk_field")):
        return {"kind": "generic", "target": None, "cardinality": "n:1", "through": None, "on_delete": None,
                "related_name": None, "parent_link": False, "to_field": None}
    remote = getattr(field, "remote_field", None)
    if remote is None or not getattr(field, "is_relation", False):
        return None
    base = {
        "target": label(remote.model, field),
        "through": None,
        "on_delete": None,
        "related_name": getattr(remote, "related_name", None),
        "parent_link": bool(getattr(remote, "parent_link", False)),
        "to_field": None,
    }
    if hasattr(field, "object_id_field_name"):
        return dict(base, kind="generic", cardinality="1:n", related_name=None)
    if isinstance(field, ManyToManyField) or field.many_to_many:
        through = getattr(remote, "through", None)
        return dict(base, kind="many_to_many", cardinality="n:m", through=label(through, field))
    if isinstance(field, OneToOneField) or field.one_to_one:
        return dict(base, kind="one_to_one", cardinality="1:1", on_delete=on_delete_name(remote), to_field=to_field(field))
    if isinstance(field, ForeignObject) or field.many_to_one:
        return dict(base, kind="foreign_key", cardinality="n:1", on_delete=on_delete_name(remote), to_field=to_field(field))
    return None


def is_made_by_django(field):
    # GenericRelation calls itself auto-created, though someone wrote it; the order pointer does not, though nobody did.
    if type(field).__name__ == "OrderWrt":
        return True
    return bool(getattr(field, "auto_created", False)) and not hasattr(field, "object_id_field_name")


def is_unique(field):
    # Django 5 remembers the first answer of a field, which a package may have asked for before it changed the field:
    # migrations and tables go by what it is now.
    return bool(getattr(field, "_unique", False) or getattr(field, "primary_key", False))


def field_facts(field, model):
    holder = getattr(field, "model", model)
    return {
        "name": field.name,
        "type": type(field).__name__,
        "column": None if getattr(field, "many_to_many", False) else getattr(field, "column", None),
        "null": bool(getattr(field, "null", False)),
        "primary_key": bool(getattr(field, "primary_key", False)),
        "unique": is_unique(field),
        "implicit": bool(model._meta.auto_created) or is_made_by_django(field),
        "holder": holder._meta.label,
        "relation": relation_of(field),
    }


def text_of(item):
    from django.utils.functional import Promise

    return str(item) if isinstance(item, (str, Promise)) else type(item).__name__


def base_names(model):
    from django.db.models import Model

    names = []
    for base in model.__bases__:
        if base is Model or base is object:
            continue
        meta = getattr(base, "_meta", None)
        if meta is not None and not meta.abstract:
            names.append(meta.label)
        else:
            names.append(base.__module__ + "." + base.__qualname__)
    return names


def composite_key_of(meta):
    fields = getattr(meta, "pk_fields", [])  # Django 5.2
    return [field.name for field in fields] if len(fields) > 1 else []


def model_facts(model):
    meta = model._meta
    return {
        "id": meta.label,
        "app": meta.app_label,
        "name": meta.object_name,
        "module": model.__module__,
        "proxy": bool(meta.proxy),
        "managed": bool(meta.managed),
        "swapped": meta.swapped or None,
        "auto_created": bool(meta.auto_created),
        "table": meta.db_table,
        "bases": base_names(model),
        "ordering": [text_of(item) for item in (meta.ordering or [])],
        "constraints": [constraint.name for constraint in meta.constraints],
        "indexes": [index.name for index in meta.indexes],
        "unique_together": [list(group) for group in meta.unique_together],
        "composite_key": composite_key_of(meta),
        "fields": [field_facts(field, model) for field in meta._get_fields(reverse=False)],
    }


def databases_of(settings):
    found = []
    for alias, config in settings.DATABASES.items():
        found.append({
            "alias": alias,
            "engine": str(config.get("ENGINE", "")),
            "name": re.sub(r"//[^@/]*@", "//", str(config.get("NAME", ""))),
        })
    return found


def is_missing_file(connection):
    if connection.vendor != "sqlite":
        return False
    name = str(connection.settings_dict.get("NAME") or "")
    return name not in ("", ":memory:") and not name.startswith("file:") and not os.path.exists(name)


def applied_migrations(connection):
    from django.db.migrations.recorder import MigrationRecorder

    # Opening a missing SQLite file would create it.
    if is_missing_file(connection):
        return {"rows": [], "problem": "The database file does not exist yet."}
    try:
        recorder = MigrationRecorder(connection)
        if not recorder.has_table():
            return {"rows": [], "problem": "The database holds no record of migrations yet."}
        rows = [
            {"app": app, "name": name, "applied": None if applied is None else applied.isoformat()}
            for app, name, applied in recorder.migration_qs.order_by("id").values_list("app", "name", "applied")
        ]
        return {"rows": rows, "problem": None}
    except Exception as error:
        return {"rows": None, "problem": "{}: {}".format(type(error).__name__, error)}


# A column needs a value where it may not be null and neither the database has one of its own nor a trigger may give it one. SQLite
# works out the columns of a view: it is there, and no more.
TABLES = {
    "sqlite": """
        SELECT m.name, c.name, c."notnull" = 1 AND c.dflt_value IS NULL AND c.pk = 0 AND c.hidden = 0
        FROM (SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%') m
        JOIN pragma_table_xinfo(m.name) c
        UNION ALL SELECT name, NULL, 0 FROM sqlite_master WHERE type = 'view' OR sql LIKE 'CREATE VIRTUAL%'""",
    "postgresql": """
        SELECT c.relname, a.attname, a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''
            AND t.typdefault IS NULL
            AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_trigger WHERE tgrelid = c.oid AND tgtype & 7 = 7)
        FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
            JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
        WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND pg_catalog.pg_table_is_visible(c.oid)
            AND a.attnum > 0 AND NOT a.attisdropped""",
    "mysql": """
        SELECT c.table_name, c.column_name, c.is_nullable = 'NO' AND c.column_default IS NULL
            AND v.table_name IS NULL AND g.table_name IS NULL
            AND c.extra NOT LIKE '%auto_increment%' AND c.extra NOT LIKE '%GENERATED%'
        FROM information_schema.columns c
            LEFT JOIN (SELECT table_name FROM information_schema.views WHERE table_schema = DATABASE()) v
            ON v.table_name = c.table_name
            LEFT JOIN (
                SELECT DISTINCT event_object_table AS table_name FROM information_schema.triggers
                WHERE event_object_schema = DATABASE() AND action_timing = 'BEFORE' AND event_manipulation = 'INSERT') g
            ON g.table_name = c.table_name
        WHERE c.table_schema = DATABASE()""",
}


def tables_of(connection, apps):
    """None where they cannot be asked for: then nothing is said about them."""
    from django.db import router

    if connection.vendor not in TABLES or is_missing_file(connection):
        return None
    try:
        models = [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]
        with connection.cursor() as cursor:
            cursor.execute(TABLES[connection.vendor])
            rows = cursor.fetchall()
        return {
            "is_exact": connection.vendor == "postgresql",
            "tables": columns_by_table(rows),
            "elsewhere": [
                model._meta.label for model in models if not router.allow_migrate_model(connection.alias, model)
            ],
            "without_column": [
                "{}.{}".format(model._meta.label, field.name)
                for model in models
                for field in model._meta.local_concrete_fields
                if field.db_type(connection) is None
            ],
        }
    except Exception:
        return None


def columns_by_table(rows):
    tables = {}
    for table, column, needs_value in rows:
        columns = tables.setdefault(table, [])
        if column is None:
            # It is there, and its columns are not told.
            tables[table] = None
        elif columns is not None:
            columns.append({"name": column, "needs_value": bool(needs_value)})
    return [{"name": name, "columns": columns} for name, columns in tables.items()]


def migration_files(loader):
    return [
        {
            "app": app,
            "name": name,
            "dependencies": ["{}.{}".format(*dependency) for dependency in map(tuple, migration.dependencies)],
            "run_before": ["{}.{}".format(*dependency) for dependency in map(tuple, migration.run_before)],
            "replaces": ["{}.{}".format(*replaced) for replaced in map(tuple, migration.replaces)],
        }
        for (app, name), migration in sorted(loader.disk_migrations.items())
    ]


def makemigrations_command():
    """The project's makemigrations; None for one that cannot be loaded, which it says itself."""
    from django.core.management import get_commands, load_command_class

    try:
        command = get_commands()["makemigrations"]
        return load_command_class(command, "makemigrations") if isinstance(command, str) else command
    except Exception:
        return None


def create_questioner(*args, **kwargs):
    from django.db.migrations.questioner import MigrationQuestioner

    class Answers(MigrationQuestioner):
        """Says yes to a rename, and gives any value for rows that are there. Django's own questioner for no terminal would end the
        process instead, and with it everything else that the probe has to tell."""

        def ask_rename(self, *args):
            return True

        def ask_rename_model(self, *args):
            return True

        def ask_not_null_addition(self, *args):
            return None

        def ask_not_null_alteration(self, *args):
            return None

        def ask_auto_now_add_addition(self, *args):
            return None

    return Answers()


def changes_by_command(command):
    """What a command with ways of its own would write."""
    from django.core.management import call_command
    from django.core.management.commands import makemigrations

    found = {}
    command.write_migration_files = lambda changes, *more: found.update(changes)
    genuine = makemigrations.NonInteractiveMigrationQuestioner
    makemigrations.NonInteractiveMigrationQuestioner = create_questioner
    try:
        call_command(command, interactive=False, dry_run=True, verbosity=0)
    except SystemExit as error:
        if not found:
            raise RuntimeError("makemigrations ends with {}.".format(error))
    finally:
        makemigrations.NonInteractiveMigrationQuestioner = genuine
    return found


def changes_of(loader, apps):
    from django.core.management.commands import makemigrations
    from django.db.migrations.autodetector import MigrationAutodetector
    from django.db.migrations.state import ProjectState

    command = makemigrations_command()
    if command is not None and type(command).handle is not makemigrations.Command.handle:
        return changes_by_command(command)
    # Since Django 5.2 a command may bring its own.
    detector = getattr(command, "autodetector", MigrationAutodetector)
    return detector(loader.project_state(), ProjectState.from_apps(apps), create_questioner()).changes(graph=loader.graph)


def unmade_changes(loader, apps):
    if loader.detect_conflicts():
        return {"changes": None, "problem": "There are conflicting migrations: makemigrations --merge is due."}
    changes = []
    for app, migrations in changes_of(loader, apps).items():
        for operation in (operation for migration in migrations for operation in migration.operations):
            # What is renamed is called by the name that the models have.
            name = getattr(operation, "new_name", None) or getattr(operation, "name", None)
            changes.append({
                "app": app,
                "kind": type(operation).__name__,
                "model": getattr(operation, "model_name", None) or name,
                "field": name if hasattr(operation, "model_name") else None,
                "description": operation.describe(),
            })
    return {"changes": changes, "problem": None}


def told(error):
    return {"changes": None, "problem": "{}: {}".format(type(error).__name__, error)}


def create_loader():
    from django.db.migrations.loader import MigrationLoader
    from django.utils import translation

    # As makemigrations does: in the language of the settings every translated name would be another than the one that migrations hold.
    translation.deactivate_all()
    return MigrationLoader(None, ignore_no_migrations=True)


def collect_unmade():
    start_settings(["makemigrations", "--dry-run"])
    import django
    from django.apps import apps

    django.setup()
    try:
        return unmade_changes(create_loader(), apps)
    except Exception as error:
        return told(error)


def unmade_elsewhere():
    """In a process that is makemigrations to whoever asks. It prints as this one does."""
    output = subprocess.run(
        [sys.executable, __file__, "unmade"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ).stdout.decode("ascii", "replace")
    if END not in output:
        raise RuntimeError("The project does not start as makemigrations.")
    found = output.rsplit(BEGIN, 1)[-1].split(END, 1)[0]
    return json.loads(zlib.decompress(base64.b64decode(re.sub(r"[.\s]", "", found))).decode("utf-8"))


def migrations_of(apps):
    from django.db import DEFAULT_DB_ALIAS, connections

    loader = create_loader()
    connection = connections[DEFAULT_DB_ALIAS]
    facts = {
        "disk": migration_files(loader),
        "applied": applied_migrations(connection),
        "tables": tables_of(connection, apps),
    }
    try:
        facts["unmade"] = unmade_elsewhere() if CommandName.was_asked else unmade_changes(loader, apps)
    except Exception as error:
        facts["unmade"] = told(error)
    return facts


def fixture_dirs_of(settings):
    """What is no list stops loaddata, and must not stop the rest."""
    folders = settings.FIXTURE_DIRS
    return [str(folder) for folder in folders] if isinstance(folders, (list, tuple)) else []


class CommandName(str):
    """Of the command that the project takes this for. Some make other models where migrations are made, and look at it here."""

    was_asked = False

    def __eq__(self, other):
        is_same = str.__eq__(self, other)
        CommandName.was_asked |= is_same is True or (isinstance(other, str) and "migrat" in other)
        return is_same

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        CommandName.was_asked = True
        return str.__hash__(self)


def start_settings(command=("check",)):
    sys.path[0] = os.getcwd()
    # Settings and apps look at it, too.
    sys.argv = ["manage.py", CommandName(command[0])] + list(command[1:])
    start_like_manage()
    if os.environ.get("DJANGO_CONFIGURATION"):
        import configurations
        configurations.setup()
    from django.conf import settings

    return settings


def collect_databases():
    return {"format": FORMAT, "databases": databases_of(start_settings())}


def collect():
    settings = start_settings()
    import django
    from django.apps import apps

    django.setup()
    facts = {
        "format": FORMAT,
        "django": django.get_version(),
        "python": "{}.{}.{}".format(*sys.version_info[:3]),
        "settings_module": os.environ.get("DJANGO_SETTINGS_MODULE"),
        "auth_user_model": settings.AUTH_USER_MODEL,
        "default_auto_field": getattr(settings, "DEFAULT_AUTO_FIELD", None),
        "databases": databases_of(settings),
        "fixture_dirs": fixture_dirs_of(settings),
        "apps": [{"label": app.label, "name": app.name, "path": app.path} for app in apps.get_app_configs()],
        "models": [model_facts(model) for model in apps.get_models(include_auto_created=True, include_swapped=True)],
        "migrations": None,
        "migrations_problem": None,
        "migrations_place": None,
    }
    try:
        facts["migrations"] = migrations_of(apps)
    except Exception as error:
        facts["migrations_problem"] = "{}: {}".format(type(error).__name__, error)
        facts["migrations_place"] = place_in_project(error)
    return facts


def place_in_project(error):
    """The last line of the project's own text on the way to it."""
    here = os.path.join(os.getcwd(), "")
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename, error.lineno))
    for file, line in reversed(places):
        if file and file.startswith(here) and "/site-packages/" not in file:
            return {"file": file[len(here):], "line": line}
    return None


def packed(document):
    """Compressed base64 in groups of three: masking of secrets and breaking of long lines, which any output of a command goes
    through, find nothing in it to change."""
    text = base64.b64encode(zlib.compress(document.encode("utf-8"))).decode("ascii")
    groups = [text[at:at + 3] for at in range(0, len(text), 3)]
    return "\n".join(".".join(groups[at:at + 30]) for at in range(0, len(groups), 30))


def say_where_it_hangs():
    """A start that waits for something is ended from outside and can say nothing then: it says before where it is."""
    try:
        faulthandler.dump_traceback_later(HANGS_AFTER_SECONDS, file=sys.__stderr__)
    except (AttributeError, OSError, RuntimeError, ValueError):
        # Something else stands for the output, and has no place for it.
        pass


PARTS = {"databases": collect_databases, "unmade": collect_unmade}


def main():
    # What the project prints while it starts must not get between the markers. A project that does not start fails here as under
    # manage.py: with its traceback, or with its own words.
    output, sys.stdout = sys.stdout, sys.stderr
    say_where_it_hangs()
    try:
        # A table, a column or a name may be a text that is only made when it is asked for.
        document = json.dumps(PARTS.get(sys.argv[-1], collect)(), default=str)
    finally:
        faulthandler.cancel_dump_traceback_later()
    output.write("\n{}\n{}\n{}\n".format(BEGIN, packed(document), END))
    output.flush()
    # Threads that the project started may never end.
    os._exit(0)


main()
