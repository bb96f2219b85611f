import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { MigrationApp } from '../../../contract/index.ts';
import { idOf } from '../../../diagram/migration-order.ts';
import { IconChevronDown, IconChevronRight } from '../../icons.ts';
import { FileLine } from '../../parts/files/file-line.tsx';
import { useArrival } from '../../parts/hooks/arrival.ts';
import { modelPath } from '../../parts/links.ts';
import { Dotted } from '../../parts/marks/dotted.tsx';
import { Tag } from '../../parts/status-mark.tsx';
import { Moment } from '../../parts/time/moment.tsx';
import { asRem, Gutter, gutterWidth, rowHeights } from './gutter.tsx';
import { useStateWords } from './state-words.ts';
import type { Choose } from './steady.ts';
import { Strip, stateTones } from './strip.tsx';
import { Hint } from './summary.tsx';
import { texts } from './texts.ts';
import {
  type AppLinks,
  type Attention,
  attentionOf,
  buildTimeline,
  doneBefore,
  type Timeline,
  type TimelineRow,
  withoutFirst,
} from './timeline.ts';

type Props = {
  slug: string;
  /** Leave out what is done, up to where something is left to do. */
  fold: boolean;
  app: MigrationApp;
  links: AppLinks;
  /** Django would refuse makemigrations. */
  refused: boolean;
  open: boolean;
  chosen: string | null;
  onToggle: (label: string) => void;
  onChoose: Choose;
  onApp: (label: string) => void;
};

export const AppTimeline = memo(function AppTimeline({
  slug,
  fold,
  app,
  links,
  refused,
  open,
  chosen,
  onToggle,
  onChoose,
  onApp,
}: Props) {
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
        <AppBody
          slug={slug}
          fold={fold}
          id={body}
          app={app}
          links={links}
          refused={refused}
          chosen={chosen}
          onChoose={onChoose}
          onApp={onApp}
        />
      ) : (
        <div id={body} hidden />
      )}
    </section>
  );
});

function AppTags({ app, attention }: { app: MigrationApp; attention: Attention }) {
  const { pending, missing, unmade, conflict } = attention;
  const { pendingWord } = useStateWords();
  return (
    <span className="migration-app__tags">
      {conflict ? <Tag tone="bad">{texts.app.conflict}</Tag> : null}
      {pending > 0 ? <Tag tone="warn">{pendingWord(pending)}</Tag> : null}
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
  const phone = useMediaQuery('(max-width: 37.5em)', false, { getInitialValueInEffect: false });
  const long = timeline.rows.some(({ migration }) => migration.name.length > shortName);
  return phone && long ? { rowHeight: rowHeights.tall, nameLines: 3 } : { rowHeight: rowHeights.usual, nameLines: 2 };
}

/** Who came for what is left to do is not led past a hundred migrations that are done. */
function useFolded(whole: Timeline, fold: boolean, chosen: string | null) {
  const [unfolded, setUnfolded] = useState(false);
  const done = useMemo(() => doneBefore(whole), [whole]);
  const hidesChosen = whole.rows.slice(0, done).some(({ migration }) => idOf(migration) === chosen);
  const folded = fold && !unfolded && !hidesChosen ? done : 0;
  const timeline = useMemo(() => withoutFirst(whole, folded), [whole, folded]);
  return { timeline, folded, unfold: () => setUnfolded(true) };
}

type BodyProps = Omit<Props, 'open' | 'onToggle'> & { id: string };

function AppBody({ slug, fold, id, app, links, refused, chosen, onChoose, onApp }: BodyProps) {
  const whole = useMemo(() => buildTimeline(app), [app]);
  const { timeline, folded, unfold } = useFolded(whole, fold, chosen);
  const { rowHeight, nameLines } = useRows(timeline);
  const style = { '--row-height': asRem(rowHeight), '--name-lines': nameLines } as CSSProperties;
  const forks = new Set(app.conflict ? timeline.ends : []);
  return (
    <div id={id} className="migration-app__body">
      <div className="migration-app__links">
        <LinkLine label={texts.app.after} apps={links.after} onApp={onApp} />
        <LinkLine label={texts.app.before} apps={links.before} onApp={onApp} />
      </div>
      {app.conflict ? (
        <div className="migration-note migration-note--bad">
          <Hint text={texts.conflictHint(timeline.ends.length)} command={texts.commands.merge} />
        </div>
      ) : null}
      {folded > 0 ? (
        <button type="button" className="timeline__earlier" onClick={unfold}>
          {texts.earlier(folded)}
        </button>
      ) : null}
      <div className="timeline" style={{ ...style, paddingLeft: asRem(gutterWidth(timeline)) }}>
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
            {refused ? null : <Hint text={texts.unmadeHint} command={texts.commands.makemigrations} />}
          </div>
        )}
      </div>
      <UnmadeList slug={slug} changes={app.unmade} indent={gutterWidth(timeline)} />
    </div>
  );
}

type Unmade = MigrationApp['unmade'][number];

/** Leads to the model, unless that is what is gone. */
function Change({ slug, change }: { slug: string; change: Unmade }) {
  const { app, model, field, kind, description } = change;
  if (kind === 'model_removed') return description;
  return <Link href={modelPath(slug, `${app}.${model}`, field)}>{description}</Link>;
}

type UnmadeProps = { slug: string; changes: readonly Unmade[]; indent: number };

function UnmadeList({ slug, changes, indent }: UnmadeProps) {
  if (changes.length === 0) return null;
  return (
    <ul className="migration-note" style={{ marginLeft: asRem(indent) }}>
      {changes.map((change) => (
        <li key={change.description}>
          <Change slug={slug} change={change} />
          {change.source === null ? null : (
            <code className="dim">
              {' '}
              <FileLine file={change.source.file} line={change.source.line} />
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

type RowProps = { row: TimelineRow; fork: boolean; chosen: boolean; onChoose: Choose };

function Row({ row, fork, chosen, onChoose }: RowProps) {
  const { migration, outside } = row;
  const { stateWord } = useStateWords();
  const own = useRef<HTMLLIElement>(null);
  useArrival(own, chosen);
  // Chosen in the details of another one: what is pressed here is in sight.
  useEffect(() => {
    if (chosen) own.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <li ref={own} className="timeline__row" data-chosen={chosen || undefined} data-state={migration.state}>
      <button
        type="button"
        className="timeline__name"
        title={migration.name}
        aria-pressed={chosen}
        // Pressed again it lets go.
        onClick={(event) => onChoose(chosen ? null : idOf(migration), event.currentTarget)}
      >
        <Dotted name={migration.name} />
      </button>
      <span className="timeline__state">
        <Tag tone={stateTones[migration.state]}>{stateWord(migration.state)}</Tag>
        {fork ? <Tag tone="bad">{texts.end}</Tag> : null}
      </span>
      <span className="timeline__time dim small">
        {migration.applied_at === null ? null : <Moment at={migration.applied_at} />}
      </span>
      <span className="timeline__notes dim small">
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
