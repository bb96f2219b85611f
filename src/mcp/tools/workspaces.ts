import Type from 'typebox';
import { type FixturesDetail, type MigrationsDetail, ScanKind, type SchemaDetail } from '../../contract/index.ts';
import { firstRows, problemRow } from '../answer.ts';
import { type Tool, tool } from '../tool.ts';
import { listWorkspaces, ofWorkspace, readScanned, readStatus, slugOf } from '../workspace.ts';

export const workspaceTools: readonly Tool[] = [
  tool({
    name: 'list_workspaces',
    title: 'Workspaces',
    description: 'Lists the Django projects that are known, with folder and interpreter.',
    input: Type.Object({}),
    answer: async (_input, { service }) => {
      // Before the list: with its first question its project becomes a workspace. The others are known also where that one cannot be, or was removed.
      const home = await service.home().catch(() => undefined);
      const known = await listWorkspaces(service.ask);
      return {
        workspaces: known.map(({ slug, name, path, interpreter, interpreter_problem }) => ({
          slug,
          name,
          path,
          python: interpreter?.path,
          django: interpreter?.django_version,
          problem: interpreter_problem,
        })),
        you_work_in: home,
      };
    },
  }),
  tool({
    name: 'read_status',
    title: 'Status of a project',
    description:
      'The project at a glance: Django and Python versions, settings module, databases, insights (pending migrations, unmade changes, errors in ' +
      'the last hour …), apps with pending migrations, the last scans and runs. Start here.',
    input: Type.Object(ofWorkspace),
    answer: async (input, call) => {
      const slug = await slugOf(input, call);
      const { detail, scanning } = await readScanned<SchemaDetail>(call, slug, 'schema');
      // Before a first reading has come to them, no app and nothing pending would look as if there were none.
      const migrations = await readScanned<MigrationsDetail>(call, slug, 'migrations');
      const status = await readStatus(call, slug);
      return {
        workspace: slug,
        scanning: scanning || migrations.scanning,
        project: detail.project,
        insights: status.insights,
        apps: status.apps,
        scans: status.scans.slice(0, 4),
        runs: status.tasks.slice(0, 5),
      };
    },
  }),
  tool({
    name: 'list_problems',
    title: 'Problems of a project',
    description:
      'Everything that could not be read or is wrong in settings, models, migrations and fixtures, each with file and line. What Django itself finds ' +
      'wrong is told by `check` of run_preset, why the project does not start by read_status.',
    input: Type.Object(ofWorkspace),
    answer: async (input, call) => {
      const slug = await slugOf(input, call);
      const schema = await readScanned<SchemaDetail>(call, slug, 'schema');
      const migrations = await readScanned<MigrationsDetail>(call, slug, 'migrations');
      const fixtures = await readScanned<FixturesDetail>(call, slug, 'fixtures');
      const all = [schema, migrations, fixtures];
      const { rows, more } = firstRows(
        all.flatMap(({ detail }) => detail.problems),
        'repair these first.',
      );
      return { workspace: slug, scanning: all.some(({ scanning }) => scanning), problems: rows.map(problemRow), more };
    },
  }),
  tool({
    name: 'scan',
    title: 'Read a project anew',
    description:
      'Reads the files as they are now, asks the project itself where it can be started, and waits for the result, half a minute at most. ' +
      'Use it right after an edit. While a scan is still `running`, what the text alone tells is known already. Asking it ' +
      'executes code of the project, as it is done after every save, in the same sandbox as run_preset.',
    input: Type.Object({ ...ofWorkspace, kind: Type.Optional(ScanKind) }),
    acts: true,
    answer: async (input, call) => {
      const slug = await slugOf(input, call);
      const scans = await call.service.scan(slug, input.kind, call.tell);
      return { workspace: slug, scans: scans.map(({ kind, status, summary }) => ({ kind, status, summary })) };
    },
  }),
];
