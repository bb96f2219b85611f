import { Skeleton } from '@mantine/core';
import { type CSSProperties, memo } from 'react';
import { Link } from 'wouter';
import type { Insight, InsightHistory, RunSummary } from '../../../contract/index.ts';
import { problemsAnchor } from '../../parts/links.ts';
import type { Tone } from '../../parts/status-mark.tsx';
import { Moment } from '../../parts/time/moment.tsx';
import { useInsights, useRuns } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { balancedColumns } from './columns.ts';
import { pageOf } from './insight-pages.ts';
import { Sparkline } from './sparkline.tsx';

const { overview } = texts;

/** A bare difference says nothing without what it is from; notes and words stand by themselves. That nothing changed needs no word. */
const deltaText = (delta: string): string =>
  delta === 'no change' ? '' : /^[+−]\d+$/.test(delta) ? overview.since(delta) : delta;

/** Figures that should be 0, and how much it matters when they are not: seen at a glance among those that only count. */
const tones: Readonly<Record<string, Tone>> = {
  'Pending migrations': 'warn',
  'Unmade changes': 'warn',
  'Migration conflicts': 'bad',
  'Migration problems': 'warn',
  'System check': 'warn',
  'Errors in the last hour': 'bad',
  'Fixture problems': 'warn',
};

/** Told only when something is amiss: everything else on the page is then less than it could be. */
const troubles: readonly string[] = ['Project', 'Applied state'];

function toneOf({ title, value }: Insight): string {
  if (troubles.includes(title)) return value === 'does not start' ? 'tone-bad' : 'tone-warn';
  if (title in tones && /^[1-9]/.test(value)) return `tone-${/ errors?$/.test(value) ? 'bad' : tones[title]}`;
  return value === '0' ? 'dim' : '';
}

/** Where a figure is not known, or counts problems, those say why. */
const anchorOf = ({ title, value }: Insight): string =>
  (value === 'unknown' && title !== 'System check') || title.endsWith('problems') ? problemsAnchor : '';

/** In sentences, which need a row of their own. */
const isTold = ({ delta = '' }: Insight): boolean => delta.length > 60;

/** The run that the figure is of, once it is known: where the findings are, or why there are none, and since when. */
const useCheck = (slug: string): RunSummary | undefined =>
  useRuns(slug, { preset: 'check' }).data?.find(({ status }) => status === 'succeeded' || status === 'failed');

const checkPage = ({ id, metadata }: RunSummary): string => `runs/${id}${metadata.result ? '?view=result' : ''}`;

type CardProps = {
  slug: string;
  insight: Insight;
  page: string | null | undefined;
  /** Since when the figure holds, where nothing renews it by itself. */
  since: string | null | undefined;
  series: InsightHistory['series'][number] | undefined;
};

function Card({ slug, insight, page, since, series }: CardProps) {
  const { title, value, delta } = insight;
  const points = series?.points ?? [];
  const shown = /^\d+$/.test(value) ? Number(value).toLocaleString() : value;
  const told = isTold(insight);
  const note = deltaText(delta ?? '');
  const isUnknown = value === 'unknown' && !told;
  const look = isUnknown ? 'insight__value--unknown' : told || shown.length > 12 ? 'insight__value--long' : '';
  return (
    <li className={told ? 'insight insight--told panel' : 'insight panel'}>
      <div className="insight__title">
        {page == null ? (
          title
        ) : (
          <Link href={`/w/${slug}/${page}${anchorOf(insight)}`} className="insight__link">
            {title}
          </Link>
        )}
      </div>
      <div className={`insight__value ${look} ${toneOf(insight)}`}>{shown}</div>
      <div className="insight__foot">
        <span className="insight__delta">
          {note}
          {since ? (
            <>
              {note === '' ? '' : ' · '}
              <Moment at={since} />
            </>
          ) : null}
        </span>
        <Sparkline
          points={points}
          label={overview.trend(title, String(points[0]?.value), String(points.at(-1)?.value))}
        />
      </div>
    </li>
  );
}

/** How many columns there are at most is for the width to say: see overview.css. */
const columnsOf = (cards: number) =>
  ({
    '--of-five': balancedColumns(cards, 5),
    '--of-four': balancedColumns(cards, 4),
    '--of-three': balancedColumns(cards, 3),
  }) as CSSProperties;

export const InsightCards = memo(function InsightCards({
  slug,
  insights,
}: {
  slug: string;
  insights: readonly Insight[];
}) {
  const history = useInsights(slug).data;
  const check = useCheck(slug);
  if (insights.length === 0) return <p className="dim">{overview.noInsights}</p>;
  const told = insights.filter(isTold);
  const counted = insights.filter((insight) => !isTold(insight));
  return (
    <div className="insights-place">
      <ul className="insights" aria-label={overview.insights} style={columnsOf(Math.max(1, counted.length))}>
        {[...told, ...counted].map((insight) => {
          const run = insight.title === 'System check' ? check : undefined;
          return (
            <Card
              key={insight.title}
              slug={slug}
              insight={insight}
              page={run ? checkPage(run) : pageOf(insight.title)}
              since={run?.metadata.ended_at}
              series={history?.series.find((each) => each.title === insight.title)}
            />
          );
        })}
      </ul>
    </div>
  );
});

const places = Array.from({ length: 8 }, (_, index) => index);

export const InsightSkeleton = () => (
  <div className="insights-place">
    <div className="insights" role="status" aria-label={texts.shell.loading} style={columnsOf(places.length)}>
      {places.map((place) => (
        <Skeleton key={place} height={73} radius="md" />
      ))}
    </div>
  </div>
);
