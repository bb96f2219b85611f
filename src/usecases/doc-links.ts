import type { DocLink, DocLinkRecord, ProjectFacts } from '../contract/index.ts';
import { type FieldErrors, invalid, notFound } from '../kit/errors.ts';
import type { StoredDocLink } from '../store/queries/workspaces.ts';
import type { Context } from './context.ts';
import { checkForm, type Form, httpUrlProblem } from './form.ts';

/** What the schema scan found about the project, if there was one. */
export const findProjectFacts = async (context: Context, workspaceId: number): Promise<ProjectFacts | undefined> => {
  const reading = await context.store.readings.find(workspaceId, 'project');
  return reading && (JSON.parse(reading.data) as ProjectFacts);
};

/**
 * The documentation of the very Django that the workspace uses, the project's own, and ours, for a reader who came to the service by the
 * address `home`: at another of its names they would not be logged in.
 */
export const listDocLinksOf = async (context: Context, workspaceId: number): Promise<(home: string) => DocLink[]> => {
  const workspace = await context.store.workspaces.findById(workspaceId);
  const facts = await findProjectFacts(context, workspaceId);
  const version = facts?.django_version ?? null;
  const series = version?.split('.').slice(0, 2).join('.');
  const links: (DocLink & { isOurs?: true })[] = [
    {
      title: series ? `Django ${series} documentation` : 'Django documentation',
      url: context.framework.documentationUrl(version, ''),
    },
    {
      title: 'Commands: django-admin and manage.py',
      url: context.framework.documentationUrl(version, 'ref/django-admin/'),
    },
    { title: 'Migrations', url: context.framework.documentationUrl(version, 'topics/migrations/') },
  ];
  if (workspace?.docs_url) links.push({ title: `${workspace.name} documentation`, url: workspace.docs_url });
  if (workspace && facts?.readme && context.address) {
    links.push({
      title: `${workspace.name} README`,
      url: `api/workspaces/${workspace.slug}/readme/`,
      isOurs: true,
    });
  }
  for (const row of await context.store.docLinks.listFor(workspaceId)) links.push({ title: row.title, url: row.url });
  links.push({ title: 'Workspace Inspector guide', url: 'docs/', isOurs: true });
  return (home) => links.map(({ title, url, isOurs }) => ({ title, url: isOurs ? home + url : url }));
};

const present = async (context: Context, row: StoredDocLink): Promise<DocLinkRecord> => ({
  id: row.id,
  workspace:
    row.workspace_id === null ? null : ((await context.store.workspaces.findById(row.workspace_id))?.slug ?? null),
  title: row.title,
  url: row.url,
});

export const listDocLinks = async (context: Context): Promise<DocLinkRecord[]> =>
  Promise.all((await context.store.docLinks.list()).map((row) => present(context, row)));

const columnsOf = async (context: Context, form: Form): Promise<Omit<StoredDocLink, 'id'>> => {
  const { values, errors } = await checkForm('NewDocLink', form);
  const found: FieldErrors = { ...errors };
  const urlProblem = values.url && httpUrlProblem(values.url);
  if (urlProblem) found.url = [urlProblem];
  const workspace = values.workspace ? await context.store.workspaces.findBySlug(values.workspace) : undefined;
  if (values.workspace && !workspace) found.workspace = [`There is no workspace "${values.workspace}".`];
  if (Object.keys(found).length > 0) throw invalid(found);
  return { workspace_id: workspace?.id ?? null, title: values.title ?? '', url: values.url ?? '' };
};

const noSuchLink = () => notFound('There is no such documentation link.');

export const addDocLink = async (context: Context, form: Form): Promise<DocLinkRecord> => {
  const row = await context.store.docLinks.insert(await columnsOf(context, form));
  context.board.touchAll('doc_links');
  return present(context, row);
};

/** What is not sent stays as it is. */
export const changeDocLink = async (context: Context, id: number, form: Form): Promise<DocLinkRecord> => {
  const before = await context.store.docLinks.find(id);
  if (!before) throw noSuchLink();
  const { workspace, title, url } = await present(context, before);
  const columns = await columnsOf(context, { workspace: workspace ?? '', title, url, ...form });
  if (!(await context.store.docLinks.update(id, columns))) throw noSuchLink();
  context.board.touchAll('doc_links');
  return present(context, { id, ...columns });
};

export const removeDocLink = async (context: Context, id: number): Promise<void> => {
  if (!(await context.store.docLinks.remove(id))) throw noSuchLink();
  context.board.touchAll('doc_links');
};
