/** The typed client: one method per use case, named as on the server. */
import type { Static, TSchema } from 'typebox';
import {
  Detection,
  DocLinkRecord,
  FixturesDetail,
  FolderCompletion,
  InsightHistory,
  LaunchLink,
  LoggedIn,
  LogPage,
  MigrationsDetail,
  Preset,
  RunLogPage,
  RunSummary,
  SchemaDetail,
  ServiceState,
  Session,
  SessionRecord,
  Status,
  StatusWithRun,
  TaskRun,
  UserRecord,
  Workspace,
} from '../contract/index.ts';
import { address } from './wire/base.ts';
import { once } from './wire/once.ts';
import { askDone, askFragment, askJson, type Form, pollIfChanged } from './wire/request.ts';
import { listOf } from './wire/shape.ts';

type Signal = AbortSignal | undefined;
export type RunFilter = { workspace?: string; status?: string; preset?: string; before?: number };
type LogFilter = { level?: string; source?: string; since?: string; q?: string; before?: number };

/** `?a=b` of what is set. */
function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, String(value));
  const text = query.toString();
  return text ? `?${text}` : '';
}

const part = encodeURIComponent;
const workspacePath = (slug: string, rest = '') => `api/workspaces/${part(slug)}/${rest}`;
const wish = (method: string, path: string, form?: Form) => JSON.stringify([method, path, form]);
const change = <S extends TSchema>(method: 'POST' | 'PATCH', shape: S, path: string, form: Form): Promise<Static<S>> =>
  once(wish(method, path, form), () => askJson(shape, path, { method, form }));
const post = <S extends TSchema>(shape: S, path: string, form: Form) => change('POST', shape, path, form);
const patch = <S extends TSchema>(shape: S, path: string, form: Form) => change('PATCH', shape, path, form);
const remove = (path: string) => once(wish('DELETE', path), () => askDone(path, { method: 'DELETE' }));
const get = <S extends TSchema>(shape: S, path: string, signal?: Signal) => askJson(shape, path, { signal });

export const api = {
  readSession: (signal?: Signal) => askJson(Session, 'api/session/', { signal, isPoll: true }),
  logIn: (form: { username: string; password: string; next: string }) => post(LoggedIn, 'login/', form),
  logOut: () => once(wish('POST', 'logout/'), () => askDone('logout/', { method: 'POST', form: {} })),

  listWorkspaces: (signal?: Signal) => get(listOf(Workspace), 'api/workspaces/', signal),
  addWorkspace: (form: Form) => post(Workspace, 'api/workspaces/', form),
  changeWorkspace: (slug: string, form: Form) => patch(Workspace, workspacePath(slug), form),
  removeWorkspace: (slug: string) => remove(workspacePath(slug, queryOf({ confirm: slug }))),
  detectProject: (path: string, signal?: Signal) =>
    get(Detection, `api/workspaces/detect/${queryOf({ path })}`, signal),
  listFolders: (path: string, signal?: Signal) => get(FolderCompletion, `api/folders/${queryOf({ path })}`, signal),

  readStatus: (slug: string, signal?: Signal) => pollIfChanged(Status, workspacePath(slug, 'status/'), signal),
  readSchema: (slug: string, signal?: Signal) => get(SchemaDetail, workspacePath(slug, 'schema/'), signal),
  readMigrations: (slug: string, signal?: Signal) => get(MigrationsDetail, workspacePath(slug, 'migrations/'), signal),
  readFixtures: (slug: string, signal?: Signal) => get(FixturesDetail, workspacePath(slug, 'fixtures/'), signal),
  readInsights: (slug: string, signal?: Signal) => get(InsightHistory, workspacePath(slug, 'insights/'), signal),
  listLogs: (slug: string, filter: LogFilter, signal?: Signal) =>
    get(LogPage, workspacePath(slug, `logs/${queryOf(filter)}`), signal),
  startScan: (slug: string, kind?: string) => post(Status, workspacePath(slug, 'scans/'), { kind }),

  listPresets: (workspace?: string, signal?: Signal) =>
    get(listOf(Preset), `api/presets/${queryOf({ workspace })}`, signal),
  /** The presets that can be changed and removed. */
  listAddedPresets: (signal?: Signal) => get(listOf(Preset), `api/presets/${queryOf({ added: 'true' })}`, signal),
  addPreset: (form: Form) => post(Preset, 'api/presets/', form),
  changePreset: (key: string, form: Form) => patch(Preset, `api/presets/${part(key)}/`, form),
  removePreset: (key: string) => remove(`api/presets/${part(key)}/`),
  listDocLinks: (signal?: Signal) => get(listOf(DocLinkRecord), 'api/doc-links/', signal),
  addDocLink: (form: Form) => post(DocLinkRecord, 'api/doc-links/', form),
  changeDocLink: (id: number, form: Form) => patch(DocLinkRecord, `api/doc-links/${id}/`, form),
  removeDocLink: (id: number) => remove(`api/doc-links/${id}/`),

  listRuns: (filter: RunFilter, signal?: Signal) => get(listOf(RunSummary), `api/task-runs/${queryOf(filter)}`, signal),
  queueRun: (form: { workspace: string; preset: string; confirm_safe: string; note?: string }) =>
    post(StatusWithRun, 'api/task-runs/', form),
  readRun: (id: number, signal?: Signal) => get(TaskRun, `api/task-runs/${id}/`, signal),
  readRunLog: (id: number, after: number, signal?: Signal) =>
    get(RunLogPage, `api/task-runs/${id}/log/${queryOf({ after })}`, signal),
  outputAddress: (id: number) => address(`api/task-runs/${id}/output/`),
  cancelRun: (id: number) => post(TaskRun, `api/task-runs/${id}/cancel/`, {}),
  runAgain: (id: number) => post(StatusWithRun, `api/task-runs/${id}/again/`, { confirm_safe: 'on' }),

  listUsers: (signal?: Signal) => get(listOf(UserRecord), 'api/users/', signal),
  addUser: (form: Form) => post(UserRecord, 'api/users/', form),
  changeUser: (name: string, form: Form) => patch(UserRecord, `api/users/${part(name)}/`, form),
  removeUser: (name: string) => remove(`api/users/${part(name)}/`),
  listSessions: (signal?: Signal) => get(listOf(SessionRecord), 'api/sessions/', signal),
  endSession: (id: number) => remove(`api/sessions/${id}/`),
  readService: (signal?: Signal) => get(ServiceState, 'api/service/', signal),
  makeLaunchLink: () => post(LaunchLink, 'api/launch-links/', {}),
  readGuide: (page: string, signal?: Signal) => askFragment(`docs/${page}?fragment=1`, { signal }),
};
