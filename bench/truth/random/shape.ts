/** Migrations as people shape them by hand: wrapped, written, branched. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Random } from '../../../test/random.ts';
import { render } from './grammar.ts';
import type { RandomProject } from './project.ts';

/** What Django 4.1 to 5.2 brought. */
const modernOperation = `«migrations.AlterModelTableComment("@m@", «"by hand"¦None»)¦migrations.RenameIndex("@m@", new_name="hand_new_@m@", old_name="@label@_@M@_o")¦migrations.AddField("@m@", "by_hand", models.IntegerField(db_default=«1¦models.Value(2)»))¦migrations.AddField("@m@", "by_hand_g", models.GeneratedField(expression=models.F("id") * 2, output_field=models.IntegerField(), db_persist=True))¦migrations.AlterConstraint("@m@", "@label@_@M@_k", models.UniqueConstraint(fields=("key",), name="@label@_@M@_k", violation_error_message="hand"))¦⟦Postgres=yes:«AddIndexConcurrently("@m@", models.Index(fields=["@f@"], name="hand_c_@m@"))¦RemoveIndexConcurrently("@m@", "@label@_@M@_o")¦AddConstraintNotValid("@m@", models.CheckConstraint(condition=models.Q(id__gt=1), name="hand_n_@m@"))»⟧⟦Postgres=no:migrations.AlterModelTableComment("@m@", "none")⟧¦migrations.AlterField("@m@", "@f@", models.CharField(choices={"a": "A"}, db_default="a", db_comment="hand"))»`;

/** One thing for the state and another for the tables, by hand. */
const wrapped = `«migrations.SeparateDatabaseAndState(state_operations=[migrations.RenameModel("@M@", "@M@Sep"), migrations.AlterModelTable("@m@sep", "@label@_@m@")], database_operations=[])¦migrations.SeparateDatabaseAndState([migrations.RunSQL("SELECT 1", elidable=True)], [migrations.AlterModelTable("@m@", "sep_@m@"), migrations.AddField("@m@", "by_sep", models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+"))])¦migrations.RunPython(forwards, elidable=True, hints={"target_db": "default"}), migrations.RenameModel(old_name="@M@", new_name="@M@Too"), migrations.RenameModel("@M@Too", "@M@")¦*[migrations.AddField("@m@", name, models.IntegerField(default=0)) for name in ("by_loop_a", "by_loop_b")]¦migrations.CreateModel("Made@M@", fields=[("id", models.BigAutoField(primary_key=True)), *[(name, models.TextField(blank=True)) for name in NAMES]], options={"db_table": "made_@m@", "indexes": [models.Index(fields=["id"], name="made_@m@_i")], "swappable": "MADE_SETTING"«¦, "abstract": False»})¦migrations.AddField("@m@", "by_name", models.CharField(max_length=LENGTH, default=make_default)), migrations.AlterField("@m@", "by_name", models.CharField(max_length=LENGTH + 1, null=True))¦migrations.AlterUniqueTogether("@m@", [["@f@", "id"]]), migrations.RenameField("@m@", "@f@", "@f@_uni")¦migrations.AddIndex("@m@", models.Index(models.F("@f@").desc(), name="hand_x_@m@")), migrations.RemoveIndex("@m@", "hand_x_@m@")¦migrations.AddConstraint("@m@", models.UniqueConstraint(fields=["@f@"], condition=models.Q(("id__gt", 1)), name="hand_u_@m@")), migrations.RemoveConstraint(model_name="@m@", name="hand_u_@m@")»`;

const operation = `«migrations.AlterModelOptions(name="@m@", options={«"ordering": ["id"]¦"verbose_name": "x", "managed": True¦»})¦migrations.RenameField(«"@M@", "@f@", "@f@_new"¦model_name="@m@", old_name="@f@", new_name="f_new"»)¦migrations.RenameModel("@M@", "@M@«New¦Old»")¦migrations.AlterModelManagers("@m@", [«¦("objects", models.Manager())»])¦migrations.AlterOrderWithRespectTo("@m@", «None¦"@f@"»)¦migrations.AddField("@M@", "extra_x", models.«IntegerField(default=0)¦ForeignKey("@M2@", models.CASCADE)¦ManyToManyField("@label@.@M2@")»«¦, preserve_default=False»)¦migrations.RemoveField("@m@", "@f@")¦migrations.AlterField("@m@", "@f@", models.«TextField()¦IntegerField(null=True)¦CharField(max_length=5)»)¦migrations.AlterUniqueTogether("@m@", «{("@f@", "id")}¦None¦set()»)¦migrations.AlterIndexTogether(name="@m@", index_together={("@f@",)})¦migrations.AddIndex("@m@", models.Index(fields=["@f@"], name="hand_@m@"))¦migrations.AddConstraint("@m@", models.CheckConstraint(check=models.Q(id__gt=1), name="hand_c_@m@"))¦migrations.AlterModelTable("@m@", «"hand_table"¦None»)¦migrations.DeleteModel("@M@")¦migrations.CreateModel("Hand", [("id", models.AutoField(primary_key=True))«¦, ("link", models.ForeignKey("@M@", models.CASCADE))»]«¦, options={"ordering": ["id"]}¦, bases=("@label@.@m@",)¦, managers=[("objects", models.Manager())]»)¦migrations.RunPython(forwards, migrations.RunPython.noop)¦migrations.RunSQL("SELECT 1", migrations.RunSQL.noop)¦migrations.SeparateDatabaseAndState(database_operations=[migrations.RemoveField("@m@", "@f@")])¦migrations.SeparateDatabaseAndState([], [migrations.RenameField("@m@", "@f@", "@f@_sep")])¦migrations.RunSQL(["SELECT 1"], None, [migrations.RemoveField("@m@", "@f@")])¦Own("@m@", "@f@")¦${wrapped}¦⟦Django=modern:${modernOperation}⟧⟦Django=old:migrations.AlterModelManagers("@m@", [])⟧»`;

const written = `from django.conf import settings
⟦Postgres=yes:from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
⟦Django=modern:from django.contrib.postgres.operations import AddConstraintNotValid
⟧⟧from django.db import migrations, models


def forwards(apps, schema_editor):
    pass


LENGTH = «7¦3 * 3»
NAMES = ["one", "two"]


def make_default():
    return "x"


class Own(migrations.RemoveField):
    pass


def operations_of(name):
    return [migrations.AlterModelOptions(name, {})]


class Migration(migrations.Migration):
    dependencies = [
        ("@label@", "@after@"),
        «¦migrations.swappable_dependency(settings.AUTH_USER_MODEL),¦("contenttypes", "__first__"),¦("auth", "__latest__"),¦("auth", "0003_alter_user_email_max_length"),¦("@other@", "__first__"),»
    ]
    «¦run_before = [("@other@", "@lastOfOther@")]¦atomic = False¦initial = False»
    operations = [
        ${operation},
        «¦${operation},»
    ]«¦ + operations_of("@m@")»
`;

type Place = { folder: string; label: string; other: string; otherFolder: string; django: string; postgres: string };

/** Names of migrations, oldest first. */
const migrationsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d.*\.py$/.test(name))
        .map((name) => basename(name, '.py'))
        .sort()
    : [];

/** Models and fields that the app's migrations made, as far as a glance tells. */
const namesIn = (folder: string, random: Random): Map<string, string> => {
  const text = migrationsIn(folder)
    .map((name) => readFileSync(join(folder, `${name}.py`), 'utf8'))
    .join('\n');
  const models = text.split(/migrations\.CreateModel\(/).slice(1);
  const nameOf = (model: string): string => /name='(\w+)'/.exec(model)?.[1] ?? 'Peer';
  const oneOf = (items: readonly string[], otherwise: string): string =>
    items.length === 0 ? otherwise : random.pick(items);
  const model = oneOf(models, '');
  const fields = [...model.matchAll(/^ +\('(\w+)', /gm)].map(([, name]) => name ?? 'id');
  return new Map([
    ['M', nameOf(model)],
    ['m', nameOf(model).toLowerCase()],
    ['M2', nameOf(oneOf(models, ''))],
    ['f', oneOf(fields, 'id')],
  ]);
};

const write = (project: RandomProject, place: Place, after: string, name: string): string => {
  const variables = namesIn(place.folder, project.random)
    .set('label', place.label)
    .set('Django', place.django)
    .set('Postgres', place.postgres)
    .set('other', place.other)
    .set('after', after)
    .set('lastOfOther', migrationsIn(place.otherFolder).at(-1) ?? '0001_initial');
  const rendering = { rules: {}, variables, choices: new Map(), met: new Map(), random: project.random };
  const path = join(place.folder, `${name}.py`);
  writeFileSync(path, render(written, name, rendering));
  return path;
};

const wrappings: readonly [string, string][] = [
  ['migrations.SeparateDatabaseAndState(state_operations=[', '])'],
  ['migrations.SeparateDatabaseAndState(database_operations=[], state_operations=[', '])'],
  ['migrations.RunSQL("SELECT 1", "SELECT 2", state_operations=[', '])'],
  ['migrations.RunSQL(sql="SELECT 1", state_operations=[', '])'],
  ['migrations.RunPython(migrations.RunPython.noop), *[', ']'],
];

/** The operations of a migration inside another one. */
const wrap = (path: string, random: Random): void => {
  const text = readFileSync(path, 'utf8');
  const [before, after] = random.pick(wrappings);
  writeFileSync(
    path,
    text.replace(
      /^ {4}operations = \[\n([\s\S]*)^ {4}\]/m,
      (_, inner) => `    operations = [${before}\n${inner}${after}]`,
    ),
  );
};

/** What a squashed migration stands for is taken away, as people do once it is applied everywhere. */
const prune = (folder: string, names: readonly string[], random: Random): void => {
  const texts = names.map((name) => ({ name, text: readFileSync(join(folder, `${name}.py`), 'utf8') }));
  const squashed = texts.find(({ text }) => /^ {4}replaces = \[/m.test(text));
  if (squashed === undefined) return;
  const replaces = /^ {4}replaces = \[[^\]]*\]\n/m;
  const [list = ''] = replaces.exec(squashed.text) ?? [];
  for (const [, name = ''] of list.matchAll(/\('\w+', '(\w+)'\)/g)) rmSync(join(folder, `${name}.py`), { force: true });
  if (random.next(2) === 0) writeFileSync(join(folder, `${squashed.name}.py`), squashed.text.replace(replaces, ''));
};

/** Changes the migrations of one app; gives back a way to take that back. */
export const shapeMigrations = (project: RandomProject): (() => void) => {
  const { random, apps, root } = project;
  const [app, other] = [random.pick(apps), random.pick(apps)];
  const folderOf = ({ folder }: { folder: string }): string => join(root, folder, 'migrations');
  const place: Place = {
    folder: folderOf(app),
    label: app.label,
    other: other.label,
    otherFolder: folderOf(other),
    django: app.variables.get('Django') ?? 'old',
    postgres: app.variables.get('Postgres') ?? 'no',
  };
  const names = migrationsIn(place.folder);
  const last = names.at(-1);
  if (last === undefined) return () => undefined;
  const kept = new Map(names.map((name) => [name, readFileSync(join(place.folder, `${name}.py`), 'utf8')]));
  const number = String(names.length + 1).padStart(4, '0');
  const isSquashed = [...kept.values()].some((text) => /^ {4}replaces = \[/m.test(text));
  if (isSquashed && random.next(2) === 0) prune(place.folder, names, random);
  else if (random.next(3) === 0) wrap(join(place.folder, `${last}.py`), random);
  else {
    write(project, place, last, `${number}_hand`);
    if (random.next(4) === 0) write(project, place, last, `${number}_branch`);
  }
  return () => {
    for (const name of migrationsIn(place.folder)) if (!kept.has(name)) rmSync(join(place.folder, `${name}.py`));
    for (const [name, text] of kept) writeFileSync(join(place.folder, `${name}.py`), text);
  };
};
