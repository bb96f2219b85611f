/** A page of what scans read. Before the first has ended there is nothing to show, and the page says how far it is or why it failed. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ScanKind } from '../../contract/index.ts';
import type { InsightTitle } from '../../contract/words.ts';
import { IconRefresh } from '../icons.ts';
import { useStartScan, useStatus } from '../queries.ts';
import { texts } from '../texts.ts';
import { ApiError } from '../wire/request.ts';
import { problemsAnchor } from './links.ts';
import { PageHead } from './panel.tsx';
import { EmptyState, ErrorState, Lines } from './states.tsx';
import { Progress } from './status-mark.tsx';

const words = texts.scanned;
const isNotRead = (error: unknown): boolean => error instanceof ApiError && error.code === 'unavailable';

function NotRead({ slug, kind }: { slug: string; kind: ScanKind }) {
  const scan = useStatus(slug).data?.scans.find((each) => each.kind === kind);
  const start = useStartScan(slug);
  if (scan?.status === 'failed') {
    const again = (
      <Button
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={start.isPending}
        onClick={() => start.mutate(undefined)}
      >
        {texts.shell.rescan}
      </Button>
    );
    return (
      <EmptyState title={words.failed} action={again}>
        {scan.summary}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={words.reading}
      action={
        <div className="state__progress">
          <Progress value={scan?.progress ?? 0} label={words.reading} />
        </div>
      }
    >
      {words.readingHint}
    </EmptyState>
  );
}

type ScannedProps<T> = {
  slug: string;
  kind: ScanKind;
  title: string;
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  children: (data: T) => ReactNode;
};

export function Scanned<T>({ slug, kind, title, query, children }: ScannedProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  return (
    <>
      <PageHead title={title} />
      {isNotRead(error) ? (
        <NotRead slug={slug} kind={kind} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Lines count={6} />
      )}
    </>
  );
}

const apps: InsightTitle = 'Installed apps';

/** Why nothing was found: `children`, unless nobody knows where to look. */
export function WhyNothing({ slug, children }: { slug: string; children: ReactNode }) {
  const isUnknown = useStatus(slug).data?.insights.find(({ title }) => title === apps)?.value === 'unknown';
  if (!isUnknown) return children;
  return (
    <>
      {words.appsUnknown} <Link href={`/w/${slug}/schema${problemsAnchor}`}>{words.appsProblems}</Link>
    </>
  );
}
