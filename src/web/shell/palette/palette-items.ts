import { useMantineColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { MigrationsDetail, Preset, SchemaDetail, Status, Workspace } from '../../../contract/index.ts';
import { useIsAdmin } from '../../parts/hooks/session-context.ts';
import { migrationPath, modelPath } from '../../parts/links.ts';
import { useMigrations, usePresets, useSchema, useStartScan, useStatus, useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';
import type { OverlayControls } from '../overlays.tsx';
import type { PaletteItem } from './palette-rank.ts';

type Go = (path: string) => void;

const { palette, pages, theme, keys } = texts.shell;

function pageItems(slug: string | undefined, isAdmin: boolean, go: Go): PaletteItem[] {
  const item = (label: string, path: string): PaletteItem => ({
    id: `page ${path}`,
    group: 'page',
    label,
    detail: '',
    act: () => go(path),
  });
  const own = slug
    ? [
        item(pages.overview, `/w/${slug}`),
        item(pages.schema, `/w/${slug}/schema`),
        item(pages.migrations, `/w/${slug}/migrations`),
        item(pages.runs, `/w/${slug}/runs`),
        item(pages.logs, `/w/${slug}/logs`),
        item(pages.fixtures, `/w/${slug}/fixtures`),
      ]
    : [];
  // A viewer would only be told that it is not for them.
  const add = isAdmin ? [item(pages.add, '/add')] : [];
  return [...own, ...add, item(pages.admin, '/admin/workspaces')];
}

const workspaceItems = (list: readonly Workspace[], go: Go): PaletteItem[] =>
  list.map(({ slug, name, path }) => ({
    id: `workspace ${slug}`,
    group: 'workspace',
    label: name,
    detail: path,
    act: () => go(`/w/${slug}`),
  }));

const presetItems = (list: readonly Preset[], openRun: (key: string) => void): PaletteItem[] =>
  list.map(({ key, label, command }) => ({
    id: `preset ${key}`,
    group: 'preset',
    label,
    detail: command,
    act: () => openRun(key),
  }));

function schemaItems(schema: SchemaDetail | undefined, slug: string, go: Go): PaletteItem[] {
  return (schema?.models ?? []).flatMap((model) => {
    const to = (field?: string) => () => go(modelPath(slug, model.id, field));
    const fields = model.fields.map(
      (field): PaletteItem => ({
        id: `field ${model.id}.${field.name}`,
        group: 'field',
        label: field.name,
        detail: `${model.name} · ${field.type}`,
        dotted: `${model.id}.${field.name}`,
        act: to(field.name),
      }),
    );
    const own: PaletteItem = {
      id: `model ${model.id}`,
      group: 'model',
      label: model.name,
      detail: model.app,
      dotted: model.id,
      act: to(),
    };
    return [own, ...fields];
  });
}

const migrationItems = (migrations: MigrationsDetail | undefined, slug: string, go: Go): PaletteItem[] =>
  (migrations?.apps ?? []).flatMap((app) =>
    app.migrations.map((migration): PaletteItem => {
      const id = `${migration.app}.${migration.name}`;
      return {
        id: `migration ${id}`,
        group: 'migration',
        label: migration.name,
        detail: `${migration.app} · ${texts.migrationState[migration.state]}`,
        dotted: id,
        act: () => go(migrationPath(slug, id)),
      };
    }),
  );

function statusItems(status: Status | undefined, go: Go): PaletteItem[] {
  if (!status) return [];
  const runs = status.tasks.map(
    (task): PaletteItem => ({
      id: `run ${task.id}`,
      group: 'run',
      label: `${task.label} #${task.id}`,
      detail: texts.status[task.status],
      act: () => go(`/w/${status.workspace}/runs/${task.id}`),
    }),
  );
  const docs = status.doc_links.map(
    ({ title, url }, place): PaletteItem => ({
      // Two may lead to the same address.
      id: `doc ${place}`,
      group: 'doc',
      label: title,
      detail: url,
      act: () => window.open(url, '_blank', 'noopener'),
    }),
  );
  return [...runs, ...docs];
}

function useActionItems(slug: string | undefined, overlays: OverlayControls): PaletteItem[] {
  const { setColorScheme } = useMantineColorScheme();
  const scan = useStartScan(slug ?? '');
  const item = (label: string, act: () => void): PaletteItem => ({
    id: `action ${label}`,
    group: 'action',
    label,
    detail: '',
    act,
  });
  return [
    ...(slug ? [item(keys.run, () => overlays.openRun()), item(keys.scan, () => scan.mutate(undefined))] : []),
    item(pages.guide, overlays.openGuide),
    item(keys.open, overlays.openKeys),
    ...(['light', 'dark', 'auto'] as const).map((scheme) =>
      item(palette.theme(theme[scheme]), () => setColorScheme(scheme)),
    ),
  ];
}

/** What stands in no name may stand in a log. */
export const logSearch = (slug: string, text: string, go: Go): PaletteItem => ({
  id: 'search logs',
  group: 'search',
  label: palette.searchLogs(text),
  detail: '',
  act: () => go(`/w/${slug}/logs?${new URLSearchParams({ q: text })}`),
});

/** `reading`: models and migrations are on their way, and what is not found may be among them. */
export function usePaletteItems(
  slug: string | undefined,
  overlays: OverlayControls,
): { items: PaletteItem[]; reading: boolean } {
  const [, go] = useLocation();
  const isAdmin = useIsAdmin();
  const workspaces = useWorkspaces().data;
  const presets = usePresets(slug).data;
  const status = useStatus(slug ?? '', slug !== undefined).data;
  const { data: schema, isLoading: readsSchema } = useSchema(slug ?? '', slug !== undefined);
  const { data: migrations, isLoading: readsMigrations } = useMigrations(slug ?? '', slug !== undefined);
  const actions = useActionItems(slug, overlays);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are the same for the same workspace
  const items = useMemo(
    () => [
      ...pageItems(slug, isAdmin, go),
      ...actions,
      ...workspaceItems(workspaces ?? [], go),
      ...presetItems(slug ? (presets ?? []) : [], overlays.openRun),
      ...schemaItems(schema, slug ?? '', go),
      ...migrationItems(migrations, slug ?? '', go),
      ...statusItems(status, go),
    ],
    [slug, workspaces, presets, status, schema, migrations],
  );
  return { items, reading: readsSchema || readsMigrations };
}
