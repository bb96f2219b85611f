import { Skeleton } from '@mantine/core';
import type { Insight, InsightHistory } from '../../../contract/index.ts';
import { Sparkline } from '../../parts/sparkline.tsx';
import { useInsights } from '../../queries.ts';
import { texts } from '../../texts.ts';

const { overview } = texts;

function Card({ insight, series }: { insight: Insight; series: InsightHistory['series'][number] | undefined }) {
  const { title, value, delta } = insight;
  const points = series?.points ?? [];
  const long = value.length > 12;
  return (
    <li className="insight panel">
      <div className="insight__title">{title}</div>
      <div className={long ? 'insight__value insight__value--long' : 'insight__value'}>{value}</div>
      <div className="insight__foot">
        <span className="insight__delta">{delta ?? ''}</span>
        <Sparkline
          points={points}
          label={overview.trend(title, String(points[0]?.value), String(points.at(-1)?.value))}
        />
      </div>
    </li>
  );
}

export function InsightCards({ slug, insights }: { slug: string; insights: readonly Insight[] }) {
  const history = useInsights(slug).data;
  if (insights.length === 0) return <p className="dim">{overview.noInsights}</p>;
  return (
    <ul className="insights" aria-label={overview.insights}>
      {insights.map((insight) => (
        <Card
          key={insight.title}
          insight={insight}
          series={history?.series.find((each) => each.title === insight.title)}
        />
      ))}
    </ul>
  );
}

const places = Array.from({ length: 8 }, (_, index) => index);

export const InsightSkeleton = () => (
  <div className="insights" role="status" aria-label={texts.shell.loading}>
    {places.map((place) => (
      <Skeleton key={place} height={92} radius="md" />
    ))}
  </div>
);
