import { basename, join, resolve } from 'node:path';
import type { Interpreter, NewWorkspace, Workspace, WorkspaceChanges } from '../../contract/index.ts';
import { isoTime } from '../../kit/clock.ts';
import { type FieldErrors, invalid, notFound } from '../../kit/errors.ts';
import type { FoundInterpreter } from '../../runner/runner.ts';
import type { StoredWorkspace } from '../../store/queries/workspaces.ts';
import type { StoreNouns } from '../../store/store.ts';
import type { Context } from '../context.ts';
import { checkForm, type Form, httpUrlProblem, isOn, textProblem } from '../form.ts';
import { cancelLiveOf, cancelRunsOf } from '../runs/cancel.ts';
import { removeOutputs } from '../runs/output.ts';
import { forgetWorkspace, memoryOf } from '../scans/memory.ts';
import { addOwnLogLine } from '../scans/own-log.ts';
import { requestScans } from '../scans/request.ts';
import { findFreePlace, pathWithin, refusePlace, twinProblem, workspaceProblem } from './paths.ts';
import { freeSlug, slugify } from './slugs.ts';

/** Calm, told apart by eye, readable on both themes. */
const palette = ['#3b6fd4', '#0f8a6d', '#b4541a', '#8a4fbf', '#b3365b', '#4d7c0f', '#0e7490', '#7c5c3a'];

export const presentInterpreter = (found: FoundInterpreter): Interpreter => ({
  path: found.path,
  origin: found.origin,
  python_version: found.pythonVersion,
  django_version: found.djangoVersion,
});

const present = async (context: Context, row: StoredWorkspace): Promise<Workspace> => {
  const problem = await workspaceProblem(context, row);
  const finding = problem ? { problem } : await context.runner.findInterpreter(row.path, row.python);
  return {
    slug: row.slug,
    name: row.name,
    path: row.path,
    python: row.python,
    interpreter: 'found' in finding ? presentInterpreter(finding.found) : null,
    interpreter_problem: 'problem' in finding ? finding.problem : null,
    network: row.network === 1,
    environment: row.environment === '' ? [] : row.environment.split(' '),
    docs_url: row.docs_url,
    description: row.description,
    colour: row.colour,
    created_at: isoTime(row.created_at),
    available: problem === undefined,
  };
};

const noSuchWorkspace = (slug: string) => notFound(`There is no workspace "${slug}".`);

export const readStoredWorkspace = async (context: Context, slug: string): Promise<StoredWorkspace> => {
  const row = await context.store.workspaces.findBySlug(slug);
  if (!row) throw noSuchWorkspace(slug);
  return row;
};

/** Each is dozens of small reads. Of a thousand at once each would hold a descriptor, and whatever else reads files would wait behind all of them. */
const presentedAtOnce = 16;

export const listWorkspaces = async (context: Context): Promise<Workspace[]> => {
  const rows = await context.store.workspaces.list();
  const workspaces: Workspace[] = [];
  for (let at = 0; at < rows.length; at += presentedAtOnce) {
    const some = rows.slice(at, at + presentedAtOnce);
    workspaces.push(...(await Promise.all(some.map((row) => present(context, row)))));
  }
  return workspaces;
};

export const readWorkspace = async (context: Context, slug: string): Promise<Workspace> =>
  present(context, await readStoredWorkspace(context, slug));

type Editable = Partial<Omit<WorkspaceChanges, 'path'>>;

/** Columns that a form changes; what is wrong goes into `errors`. */
const columnsOf = async (context: Context, values: Editable, path: string | undefined, errors: FieldErrors) => {
  const columns: Partial<StoredWorkspace> = {};
  if (values.name !== undefined && values.name.trim() === '') errors.name = ['A name cannot be empty.'];
  else if (values.name !== undefined) columns.name = values.name.trim();
  if (values.description !== undefined) columns.description = values.description.trim();
  if (values.network !== undefined) columns.network = isOn(values.network) ? 1 : 0;
  if (values.colour) {
    if (/^#[0-9a-f]{6}$/i.test(values.colour)) columns.colour = values.colour.toLowerCase();
    else errors.colour = ['Give a colour as #rrggbb.'];
  }
  if (values.docs_url !== undefined) {
    const problem = values.docs_url === '' ? undefined : httpUrlProblem(values.docs_url);
    if (problem) errors.docs_url = [problem];
    else columns.docs_url = values.docs_url || null;
  }
  if (values.environment !== undefined) {
    const names = values.environment.split(/[\s,]+/).filter(Boolean);
    const bad = names.find(
      (name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || /^(LD_|PYTHON|DYLD_|INSPECTOR_)/.test(name),
    );
    if (bad)
      errors.environment = [
        `"${bad}" cannot be handed to runs. Give names of plain variables, not of the loader, Python or this service.`,
      ];
    else columns.environment = names.join(' ');
  }
  if (values.python !== undefined) {
    columns.python = values.python || null;
    if (values.python && path !== undefined) {
      const finding = await context.runner.findInterpreter(path, values.python);
      if ('problem' in finding) errors.python = [finding.problem];
    }
  }
  return columns;
};

const slugProblem = (slug: string, taken: ReadonlySet<string>): string | undefined => {
  if (slug !== slugify(slug)) return 'A slug has small letters, digits and single hyphens only.';
  return taken.has(slug) ? `The slug "${slug}" is taken.` : undefined;
};

/** The folder that a form names, if it may be that of a workspace and is that of no other; what is wrong goes into `errors`. */
const findPlace = async (context: Context, given: string, errors: FieldErrors): Promise<string | undefined> => {
  const place = await findFreePlace(context, given);
  if ('path' in place) return place.path;
  // Another folder is meant: the rest of the form is looked at with that one.
  if (place.choices) throw refusePlace(place);
  errors.path = [place.problem];
  return undefined;
};

/** Again, in the transaction that takes it: somebody else may have taken the folder at the same moment. */
const requireFree = async (store: StoreNouns, path: string): Promise<void> => {
  const problem = await twinProblem(store, path);
  if (problem !== undefined) throw invalid({ path: [problem] });
};

const addChecked = async (context: Context, values: Partial<NewWorkspace>, errors: FieldErrors): Promise<Workspace> => {
  const path = values.path === undefined ? undefined : await findPlace(context, values.path, errors);
  const columns = await columnsOf(context, values, path, errors);
  const row = await context.store.transaction(async (store) => {
    const taken = new Set((await store.workspaces.list()).map(({ slug }) => slug));
    const problem = values.slug ? slugProblem(values.slug, taken) : undefined;
    if (problem) errors.slug = [problem];
    if (path === undefined || Object.keys(errors).length > 0) throw invalid(errors);
    await requireFree(store, path);
    const name = columns.name || basename(path);
    return store.workspaces.insert({
      slug: values.slug || freeSlug(slugify(name), taken),
      name,
      path,
      python: columns.python ?? null,
      network: columns.network ?? 0,
      environment: columns.environment ?? '',
      docs_url: columns.docs_url ?? null,
      description: columns.description ?? '',
      colour: columns.colour ?? (palette[taken.size % palette.length] as string),
      created_at: context.clock.now(),
    });
  });
  await requestScans(context, row.id);
  return present(context, row);
};

export const addWorkspace = async (context: Context, form: Form): Promise<Workspace> => {
  const { values, errors } = await checkForm('NewWorkspace', form);
  return addChecked(context, values, errors);
};

/** A folder that was named without a form, at the start of a service: what forms are read by takes a third of that to load. */
export const addFolder = (context: Context, path: string): Promise<Workspace> => {
  const problem = textProblem(path);
  return problem === undefined ? addChecked(context, { path }, {}) : Promise.reject(invalid({ path: [problem] }));
};

/** Undefined when the folder stays; what was read of it, its runs and its scans stay with the workspace. */
const findMove = async (
  context: Context,
  row: StoredWorkspace,
  given: string | undefined,
  errors: FieldErrors,
): Promise<Pick<StoredWorkspace, 'path' | 'python'> | undefined> => {
  // A folder that is gone is no reason to refuse another name for the workspace.
  if (given === undefined || given === row.path) return undefined;
  const path = await findPlace(context, given, errors);
  if (path === undefined) return undefined;
  const inside = row.python === null ? undefined : pathWithin(row.path, resolve(row.path, row.python));
  return { path, python: inside === undefined ? row.python : join(path, inside) };
};

/** What a project is started with: another of these may give other answers. */
const startedWith = ['path', 'python', 'network', 'environment'] as const;

export const changeWorkspace = async (context: Context, slug: string, form: Form): Promise<Workspace> => {
  const row = await readStoredWorkspace(context, slug);
  const { values, errors } = await checkForm('WorkspaceChanges', form);
  const moved = await findMove(context, row, values.path, errors);
  const { python, ...others } = values;
  const columns: Partial<StoredWorkspace> = {
    ...moved,
    // Unchanged, it is carried along.
    ...(await columnsOf(context, moved && python === row.python ? others : values, moved?.path ?? row.path, errors)),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await context.store.transaction(async (store) => {
    // To look at folders takes a while: it may have been removed since.
    if (!(await store.workspaces.findById(row.id))) throw noSuchWorkspace(slug);
    if (moved) await requireFree(store, moved.path);
    await store.workspaces.update(row.id, columns);
  });
  context.board.touch(row.id, 'doc_links');
  if (moved) context.scanner.forget(row.path);
  if (moved) await addOwnLogLine(context, row.id, 'info', `The workspace was moved from ${row.path} to ${moved.path}.`);
  if (startedWith.some((column) => columns[column] !== undefined && columns[column] !== row[column])) {
    const memory = memoryOf(context, row.id);
    memory.project = null;
    memory.changedAt = Math.max(memory.changedAt, context.clock.ticks());
    await requestScans(context, row.id);
  }
  return readWorkspace(context, slug);
};

/** Removes our records, never anything in the folder. `confirm` must name the workspace: a stray request removes nothing. */
export const removeWorkspace = async (context: Context, slug: string, confirm: string | undefined): Promise<void> => {
  const row = await readStoredWorkspace(context, slug);
  if (confirm !== slug)
    throw invalid({
      confirm: [`Removing forgets all runs and scans of this workspace. Confirm with confirm=${slug}.`],
    });
  const reason = 'The workspace was removed.';
  await cancelRunsOf(context, row.id, reason);
  const ids = await context.store.transaction(async (store) => {
    const runs = await store.runs.listIdsOf(row.id);
    await store.workspaces.remove(row.id);
    return runs;
  });
  // One that was asked for meanwhile may have begun: it would leave its output behind.
  await cancelLiveOf(context, ids, reason);
  await removeOutputs(context, ids);
  forgetWorkspace(context, row.id);
  context.scanner.forget(row.path);
  context.board.forget(row.id);
  context.workspaceChanged(row.id);
};
