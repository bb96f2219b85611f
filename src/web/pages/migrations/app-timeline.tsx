import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, memo, useId, useMemo } from 'react';
import type { MigrationApp } from '../../../contract/index.ts';
import { IconChevronDown, IconChevronRight } from '../../icons.ts';
import { Dotted } from '../../parts/marks/dotted.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Tag } from '../../parts/status-mark.tsx';
import { Gutter, gutterWidth, rowHeights } from './gutter.tsx';
import { Strip, stateTones } from './strip.tsx';
import { texts } from './texts.ts';
import {
  type AppLinks,
  type Attention,
  attentionOf,
  buildTimeline,
  idOf,
  type Timeline,
  type TimelineRow,
} from './timeline.ts';

type Props = {
  app: MigrationApp;
  links: AppLinks;
  open: boolean;
  chosen: string | null;
  onToggle: (label: string) => void;
  onChoose: (id: string | null) => void;
  onApp: (label: string) => void;
};

export const AppTimeline = memo(function AppTimeline({ app, links, open, chosen, onToggle, onChoose, onApp }: Props) {
  const body = useId();
  const attention = attentionOf(app);
  const Icon = open ? IconChevronDown : IconChevronRight;
  return (
    <section className="migration-app" aria-label={texts.app.timeline(app.label)} id={`app-${app.label}`}>
      <h2 className="migration-app__head">
        <button
          type="button"
          className="migration-app__toggle"
          aria-expanded={open}
          aria-controls={body}
          onClick={() => onToggle(app.label)}
        >
          <Icon size={14} aria-hidden />
          <span className="migration-app__names">
            <span className="migration-app__label">
              <Dotted name={app.label} />
            </span>
            {app.name === app.label ? null : <span className="dim small">{app.name}</span>}
          </span>
        </button>
        <AppTags app={app} attention={attention} />
        {app.migrations.length === 0 ? (
          <span className="dim small">{texts.app.none}</span>
        ) : (
          <Strip migrations={app.migrations} />
        )}
      </h2>
      {open ? (
        <AppBody id={body} app={app} links={links} chosen={chosen} onChoose={onChoose} onApp={onApp} />
      ) : (
        <div id={body} hidden />
      )}
    </section>
  );
});

function AppTags({ app, attention }: { app: MigrationApp; attention: Attention }) {
  const { pending, missing, unmade, conflict } = attention;
  return (
    <span className="migration-app__tags">
      {conflict ? <Tag tone="bad">{texts.app.conflict}</Tag> : null}
      {pending > 0 ? <Tag tone="warn">{texts.app.pending(pending)}</Tag> : null}
      {missing > 0 ? <Tag tone="bad">{texts.app.missing(missing)}</Tag> : null}
      {unmade > 0 ? <Tag tone="warn">{texts.app.unmade(unmade)}</Tag> : null}
      {app.own ? null : <Tag tone="idle">{texts.app.thirdParty}</Tag>}
    </span>
  );
}

/** As many characters a phone shows of a name in two lines, beside its state. */
const shortName = 40;

/** The height of its rows, and how many lines of a name that is. */
function useRows(timeline: Timeline): { rowHeight: number; nameLines: number } {
  const phone = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false });
  const long = timeline.rows.some(({ migration }) => migration.name.length > shortName);
  return phone && long ? { rowHeight: rowHeights.tall, nameLines: 3 } : { rowHeight: rowHeights.usual, nameLines: 2 };
}

type BodyProps = Pick<Props, 'app' | 'links' | 'chosen' | 'onChoose' | 'onApp'> & { id: string };

function AppBody({ id, app, links, chosen, onChoose, onApp }: BodyProps) {
  const timeline = useMemo(() => buildTimeline(app), [app]);
  const { rowHeight, nameLines } = useRows(timeline);
  const style = { '--row-height': `${rowHeight}px`, '--name-lines': nameLines } as CSSProperties;
  const forks = new Set(app.conflict ? timeline.ends : []);
  return (
    <div id={id} className="migration-app__body">
      <div className="migration-app__links">
        <LinkLine label={texts.app.after} apps={links.after} onApp={onApp} />
        <LinkLine label={texts.app.before} apps={links.before} onApp={onApp} />
      </div>
      {app.conflict ? (
        <p className="migration-note migration-note--bad">{texts.conflictHint(timeline.ends.length)}</p>
      ) : null}
      <div className="timeline" style={{ ...style, paddingLeft: gutterWidth(timeline) }}>
        <Gutter timeline={timeline} unmade={app.unmade.length > 0} rowHeight={rowHeight} />
        <ol>
          {timeline.rows.map((row) => (
            <Row
              key={row.migration.name}
              row={row}
              fork={forks.has(idOf(row.migration))}
              chosen={chosen === idOf(row.migration)}
              onChoose={onChoose}
            />
          ))}
        </ol>
        {app.unmade.length === 0 ? null : (
          <div className="timeline__row timeline__row--unmade">
            <Tag tone="warn">{texts.unmade(app.unmade.length)}</Tag>
            <span className="dim small">{texts.unmadeHint}</span>
          </div>
        )}
      </div>
      <UnmadeList changes={app.unmade} indent={gutterWidth(timeline)} />
    </div>
  );
}

function UnmadeList({ changes, indent }: { changes: MigrationApp['unmade']; indent: number }) {
  if (changes.length === 0) return null;
  return (
    <ul className="migration-note" style={{ marginLeft: indent }}>
      {changes.map((change) => (
        <li key={change.description}>
          {change.description}
          {change.source === null ? null : (
            <code className="dim">
              {' '}
              {change.source.file}:{change.source.line}
            </code>
          )}
        </li>
      ))}
    </ul>
  );
}

function LinkLine({ label, apps, onApp }: { label: string; apps: readonly string[]; onApp: (label: string) => void }) {
  if (apps.length === 0) return null;
  return (
    <p className="small migration-links">
      <span className="dim">{label}</span>
      {apps.map((app) => (
        <button key={app} type="button" className="migration-chip" onClick={() => onApp(app)}>
          {app}
        </button>
      ))}
    </p>
  );
}

type RowProps = { row: TimelineRow; fork: boolean; chosen: boolean; onChoose: (id: string | null) => void };

function Row({ row, fork, chosen, onChoose }: RowProps) {
  const { migration, outside } = row;
  return (
    <li className="timeline__row" data-chosen={chosen || undefined} data-state={migration.state}>
      <button
        type="button"
        className="timeline__name"
        title={migration.name}
        aria-pressed={chosen}
        // Pressed again it lets go.
        onClick={() => onChoose(chosen ? null : idOf(migration))}
      >
        <Dotted name={migration.name} />
      </button>
      <Tag tone={stateTones[migration.state]}>{texts.state[migration.state]}</Tag>
      {fork ? <Tag tone="bad">{texts.end}</Tag> : null}
      <span className="timeline__notes dim small">
        {migration.applied_at === null ? null : <Moment at={migration.applied_at} />}
        {migration.replaces.length > 0 ? <span>{texts.squashes(migration.replaces.length)}</span> : null}
        {outside.length > 0 ? (
          <span className="cut" title={texts.needs(outside.join(', '))}>
            {texts.needs(outside.join(', '))}
          </span>
        ) : null}
      </span>
    </li>
  );
}
