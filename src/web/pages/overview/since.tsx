import { memo } from 'react';
import { Link } from 'wouter';
import type { Insight } from '../../../contract/index.ts';
import { Moment } from '../../parts/time/moment.tsx';
import { texts } from '../../texts.ts';
import { pageOf } from './insight-pages.ts';
import { type Change, changesSince } from './looks.ts';
import { useLookBefore } from './use-look-before.ts';

const words = texts.overview.changes;

/** What became of the figures while nobody looked. Where none changed there is no word: something else may have. */
export const Since = memo(function Since({ slug, insights }: { slug: string; insights: readonly Insight[] }) {
  const before = useLookBefore(slug, insights);
  const changes = before ? changesSince(before, insights) : [];
  if (before === null || changes.length === 0) return null;
  return (
    <section className="since panel" aria-label={words.label}>
      <span className="dim">
        {words.label} <Moment at={new Date(before.at).toISOString()} />
      </span>
      <ul>
        {changes.map((change) => (
          <li key={change.title}>
            <Changed slug={slug} change={change} />
          </li>
        ))}
      </ul>
    </section>
  );
});

function Changed({ slug, change: { title, was, now } }: { slug: string; change: Change }) {
  const page = pageOf(title);
  return (
    <>
      {page == null ? title : <Link href={`/w/${slug}/${page}`}>{title}</Link>}{' '}
      {was === null ? null : (
        <>
          <span className="dim">{was}</span> <span aria-hidden>→</span>
          <span className="hidden-text">{words.to}</span>{' '}
        </>
      )}
      <strong>{now}</strong>
    </>
  );
}
