import type { MigrationsDetail } from '../../../contract/index.ts';
import { Callout } from '../../parts/callout.tsx';
import { CopyButton } from '../../parts/copy.tsx';
import { Tag } from '../../parts/status-mark.tsx';
import { texts } from './texts.ts';
import { areSomeClosed, attentionOf, doTablesDiffer, isDecided, refusalOf } from './timeline.ts';

/** What to do about it in the project, where we do nothing. */
export function Hint({ text, command }: { text: string; command: string }) {
  return (
    <span className="row migrations__hint">
      <span className="dim small">{text}</span>
      <CopyButton text={command} label={texts.copy(command)} />
    </span>
  );
}

/** The whole state in one line: what an impatient reader came for. */
export function Summary({ detail }: { detail: MigrationsDetail }) {
  const all = detail.apps.map(attentionOf);
  const sum = (pick: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + pick(one), 0);
  const pending = sum((one) => one.pending);
  const conflicts = sum((one) => Number(one.conflict));
  const unmade = sum((one) => one.unmade);
  const missing = sum((one) => one.missing);
  if (detail.apps.length === 0) return null;
  const isUnknown = detail.applied.source === 'unknown';
  const differ = doTablesDiffer(detail);
  if (pending + conflicts + unmade + missing === 0 && !differ)
    return (
      <p className="migrations__sum">
        {isDecided(detail) ? texts.sum.clean : areSomeClosed(detail) ? texts.sum.closed : texts.sum.unclear}
        {detail.tables ? ` ${texts.sum.tables(detail.tables)}` : ''}
      </p>
    );
  // A conflict has to be joined first, which its app says.
  const refused = refusalOf(detail);
  const pendingApps = all.filter((one) => one.pending > 0).length;
  const waiting = (isUnknown ? texts.sum.maybePending : texts.sum.pending)(pending, pendingApps);
  return (
    <>
      {isUnknown ? <Callout>{detail.applied.note ?? texts.sum.unknown}</Callout> : null}
      <p className="migrations__sum">
        {conflicts > 0 ? <Tag tone="bad">{texts.sum.conflict(conflicts)}</Tag> : null}
        {differ ? (
          <span className="migrations__todo">
            <Tag tone="bad">{texts.sum.differ}</Tag>
            <span className="dim small">{texts.differHint}</span>
          </span>
        ) : null}
        {missing > 0 ? <Tag tone="bad">{texts.sum.missing(missing)}</Tag> : null}
        {pending > 0 ? (
          <span className="migrations__todo">
            <Tag tone="warn">{areSomeClosed(detail) ? texts.sum.atLeast(waiting) : waiting}</Tag>
            {refused === null && !isUnknown ? (
              <Hint text={texts.pendingHint(pending)} command={texts.commands.migrate} />
            ) : null}
          </span>
        ) : null}
        {unmade > 0 ? (
          <span className="migrations__todo">
            <Tag tone="warn">{texts.sum.unmade(unmade)}</Tag>
            {refused === null ? <Hint text={texts.unmadeHint} command={texts.commands.makemigrations} /> : null}
          </span>
        ) : null}
        {refused === 'problem' ? <span className="dim small">{texts.stuckHint}</span> : null}
      </p>
    </>
  );
}
