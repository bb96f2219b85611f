/** Who is asking comes first: nothing is drawn for someone who must log in. */
import { useRoute } from 'wouter';
import { ErrorState } from '../parts/states.tsx';
import { useReadAhead, useSession } from '../queries.ts';
import { texts } from '../texts.ts';
import { ApiError } from '../wire/request.ts';
import { Shell } from './shell.tsx';

export function Gate() {
  const session = useSession();
  const [isOfWorkspace, params] = useRoute('/w/:slug/*?');
  useReadAhead(isOfWorkspace ? params.slug : undefined);
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
      <p className="alone__wait dim">{texts.shell.loading}</p>
    </main>
  );
}
