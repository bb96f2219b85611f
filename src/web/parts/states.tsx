/** Nothing there, not there yet, or gone wrong: each says what to do next. */
import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { withoutChoices } from '../../contract/words.ts';
import { IconAlertTriangle, IconRefresh } from '../icons.ts';
import { texts } from '../texts.ts';
import { ApiError } from '../wire/request.ts';
import { usePageTitle } from './hooks/page-title.ts';

/** `alone`: nothing else is on the page, so this is its heading. */
type Empty = { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode; alone?: boolean };

export function EmptyState({ icon, title, children, action, alone = false }: Empty) {
  const Title = alone ? 'h1' : 'h2';
  usePageTitle(alone ? title : null);
  return (
    <div className="state">
      {icon ? <div className="state__icon">{icon}</div> : null}
      <Title className="state__title">{title}</Title>
      {children ? <div className="state__text">{children}</div> : null}
      {action ? <div className="state__action">{action}</div> : null}
    </div>
  );
}

type NoMatchProps = { title: string; children?: ReactNode; clear: string; onClear: () => void };

/** There is something, but nothing of what was asked for: `clear` lifts that. */
export const NoMatch = ({ title, children, clear, onClear }: NoMatchProps) => (
  <EmptyState
    title={title}
    action={
      <Button variant="default" onClick={onClear}>
        {clear}
      </Button>
    }
  >
    {children}
  </EmptyState>
);

export function explain(error: unknown): string {
  if (error instanceof ApiError && error.code === 'forbidden') return texts.errors.forbidden;
  return error instanceof Error ? error.message : texts.errors.unknown;
}

export function ErrorState({
  error,
  onRetry,
  alone = false,
}: {
  error: unknown;
  onRetry?: () => void;
  alone?: boolean;
}) {
  return (
    <div role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={24} aria-hidden />}
        alone={alone}
        title={texts.errors.title}
        action={
          onRetry ? (
            <Button variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onRetry}>
              {texts.actions.retry}
            </Button>
          ) : null
        }
      >
        {explain(error)}
      </EmptyState>
    </div>
  );
}

export function Lines({ count = 4, height = 16 }: { count?: number; height?: number }) {
  const lines = Array.from({ length: count }, (_, index) => index);
  return (
    <div className="stack stack--tight" role="status" aria-label={texts.shell.loading}>
      {lines.map((line) => (
        <Skeleton key={line} height={height} radius="xs" width={`${92 - ((line * 17) % 40)}%`} />
      ))}
    </div>
  );
}

/** A query's three faces in one place, so that no page forgets one. Old data stays while a new reading fails. */
export function Loaded<T>({
  query,
  children,
  lines = 6,
}: {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  children: (data: T) => ReactNode;
  lines?: number;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  return <Lines count={lines} />;
}

/** Messages of a refused form: those of a field at the field, the rest together. */
export function fieldErrors(
  error: unknown,
  known: readonly string[],
): { of: (name: string) => string | null; rest: string | null; choices: readonly string[] } {
  if (!(error instanceof ApiError)) return { of: () => null, rest: error ? explain(error) : null, choices: [] };
  const rest = Object.entries(error.fields).filter(([name]) => !known.includes(name));
  const restText =
    error.code === 'forbidden' ? texts.errors.forbidden : rest.flatMap(([, messages]) => messages).join(' ');
  const { fields, choices } = error;
  const of = (name: string): string | null => (fields[name] ? withoutChoices(fields[name].join(' '), choices) : null);
  return { of, rest: restText || null, choices };
}
