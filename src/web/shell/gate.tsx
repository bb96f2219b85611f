/** Who is asking comes first: nothing is drawn for someone who must log in. */
import { ErrorState } from '../parts/states.tsx';
import { useSession } from '../queries.ts';
import { texts } from '../texts.ts';
import { ApiError } from '../wire/request.ts';
import { Shell } from './shell.tsx';

export function Gate() {
  const session = useSession();
  if (session.data) return <Shell session={session.data} />;
  const lost = session.error instanceof ApiError && session.error.code === 'not_authenticated';
  if (session.error && !lost) {
    return (
      <main className="alone">
        <ErrorState alone error={session.error} onRetry={() => session.refetch()} />
      </main>
    );
  }
  return (
    <main className="alone" aria-busy="true">
      <span className="hidden-text">{texts.shell.loading}</span>
    </main>
  );
}
