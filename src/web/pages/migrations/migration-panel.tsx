import { ActionIcon, Button } from '@mantine/core';
import { type MouseEvent, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import type { Migration, MigrationApp, MigrationOperation, MigrationsDetail, Model } from '../../../contract/index.ts';
import { idOf } from '../../../diagram/migration-order.ts';
import { modelsToday } from '../../../diagram/touched.ts';
import { IconDatabase, IconX } from '../../icons.ts';
import { SourceLine } from '../../parts/files/source-line.tsx';
import { useKeys } from '../../parts/hooks/keys.ts';
import { usePanelFocus } from '../../parts/hooks/return-focus.ts';
import { migrationPath, modelPath } from '../../parts/links.ts';
import { useRunDrawer } from '../../parts/run-drawer-context.ts';
import { Tag } from '../../parts/status-mark.tsx';
import { ExactMoment } from '../../parts/time/exact-moment.tsx';
import { useSchema } from '../../queries.ts';
import { useStateWords } from './state-words.ts';
import type { Choose } from './steady.ts';
import { stateTones } from './strip.tsx';
import { texts } from './texts.ts';
import { findMigration, type Next, type Place } from './timeline.ts';

type Props = {
  slug: string;
  detail: MigrationsDetail;
  id: string;
  next: Next | null;
  onChoose: Choose;
};

/** What one migration does, what it waits for and what waits for it. */
export function MigrationPanel({ slug, detail, id, next, onChoose }: Props) {
  const place = findMigration(detail, id);
  const close = () => {
    // The keyboard goes on at the row that it came from.
    const row = document.querySelector<HTMLElement>('.timeline__row[data-chosen] .timeline__name');
    row?.focus();
    onChoose(null, row);
  };
  useKeys({ Escape: close });
  const panel = useRef<HTMLElement>(null);
  usePanelFocus(panel, id);
  return (
    <aside className="migration-panel" aria-label={texts.panel.label(id)} ref={panel} tabIndex={-1}>
      <header className="migration-panel__head">
        <h2 className="wrap">{place?.migration.name ?? id}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.panel.close} onClick={close}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </header>
      {place === null ? (
        <p className="dim">{texts.panel.gone}</p>
      ) : (
        <Body slug={slug} place={place} detail={detail} next={next} onChoose={onChoose} />
      )}
    </aside>
  );
}

type BodyProps = { place: Place } & Pick<Props, 'slug' | 'detail' | 'next' | 'onChoose'>;

function Body({ slug, place, detail, next, onChoose }: BodyProps) {
  const { migration, app } = place;
  const { stateWord } = useStateWords();
  return (
    <div className="migration-panel__body">
      <div className="row row--wrap">
        <span className="dim wrap">{app.name}</span>
        <Tag tone={stateTones[migration.state]}>{stateWord(migration.state)}</Tag>
        {migration.applied_at === null ? null : <ExactMoment at={migration.applied_at} />}
      </div>
      <SourceLine source={migration.source} />
      {migration.state === 'pending' ? <SqlOf place={place} next={next} /> : null}
      {migration.state === 'file_missing' ? (
        <p className="migration-note migration-note--bad">{texts.panel.noFile}</p>
      ) : (
        <Operations slug={slug} migration={migration} app={app} />
      )}
      <Others slug={slug} place={place} detail={detail} onChoose={onChoose} />
    </div>
  );
}

function Operations({ slug, migration, app }: { slug: string; migration: Migration; app: MigrationApp }) {
  const schema = useSchema(slug).data;
  const today = useMemo(() => modelsToday(app.migrations), [app]);
  // A migration writes the name of a model in small letters.
  const models = new Map(schema?.models.map((model) => [model.id.toLowerCase(), model]));
  return (
    <section aria-label={texts.panel.operations}>
      <h3>
        {texts.panel.operations} <span className="dim">{migration.operations.length}</span>
      </h3>
      {migration.operations.length === 0 ? <p className="dim small">{texts.panel.noOperations}</p> : null}
      <ol className="migration-operations">
        {migration.operations.map((operation, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two operations may be the same, and their order is fixed
          <li key={index}>
            <Operation
              slug={slug}
              operation={operation}
              model={models.get(`${migration.app}.${today.get(operation)}`.toLowerCase())}
            />
            <code className="dim">{operation.kind}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}

type OperationProps = { slug: string; operation: MigrationOperation; model: Model | undefined };

/** Leads to the field, else to the model, as they are today; older ones may be gone. */
function Operation({ slug, operation, model }: OperationProps) {
  if (model === undefined) return operation.description;
  const field = model.fields.find(({ name }) => name === operation.field);
  return <Link href={modelPath(slug, model.id, field?.name)}>{operation.description}</Link>;
}

/** The migrations it speaks of and those that speak of it. */
function Others({ slug, place, detail, onChoose }: Omit<BodyProps, 'next'>) {
  const { migration, dependents, replacedBy } = place;
  const known = new Set(detail.apps.flatMap((one) => one.migrations.map(idOf)));
  const lists: [string, readonly string[]][] = [
    [texts.panel.dependencies, migration.dependencies],
    [texts.panel.dependents, dependents],
    [texts.panel.runBefore, migration.run_before],
    [texts.panel.replaces, migration.replaces],
    [texts.panel.replacedBy, replacedBy === null ? [] : [replacedBy]],
  ];
  // What is shown of the others stays as it is.
  const go = (id: string) => (event: MouseEvent) => {
    event.preventDefault();
    onChoose(id);
  };
  return lists
    .filter(([, ids]) => ids.length > 0)
    .map(([label, ids]) => (
      <section key={label} aria-label={label}>
        <h3>{label}</h3>
        <ul className="migration-list">
          {ids.map((id) => (
            <li key={id}>
              {known.has(id) ? (
                <Link className="timeline__name" href={migrationPath(slug, id)} onClick={go(id)}>
                  {id}
                </Link>
              ) : (
                <>
                  <code>{id}</code> <span className="dim small">({texts.panel.lost})</span>
                </>
              )}
            </li>
          ))}
        </ul>
      </section>
    ));
}

function SqlOf({ place, next }: { place: Place; next: Next | null }) {
  const run = useRunDrawer();
  if (next === null) return null;
  const { app, name } = place.migration;
  if (next.app !== app || next.name !== name) return <p className="dim small">{texts.sql.only(next.app, next.name)}</p>;
  return (
    <div>
      <Button leftSection={<IconDatabase size={14} aria-hidden />} onClick={() => run('sqlmigrate')}>
        {texts.sql.own}
      </Button>
    </div>
  );
}
