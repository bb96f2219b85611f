import { Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { LaunchLink, SessionRecord } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { useReturnFocus } from '../../parts/hooks/return-focus.ts';
import { useIsAdmin } from '../../parts/hooks/session-context.ts';
import { explain, Loaded } from '../../parts/states.tsx';
import { Tag } from '../../parts/status-mark.tsx';
import { exactTime, Moment } from '../../parts/time/moment.tsx';
import { keys } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { clientName } from './client-name.ts';
import { AddButton, ListTable } from './list.tsx';
import { RemoveButton } from './remove.tsx';

const words = texts.admin.sessions;

function LinkDialog({ link, onClose }: { link: LaunchLink; onClose: () => void }) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.linkTitle}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.actions.close }}
    >
      <div className="stack">
        <p>{`${words.linkBody} ${exactTime(link.expires_at)}.`}</p>
        {[link.url, link.fallback_url].map((url) => (
          <div key={url} className="row">
            <code className="grow">{url}</code>
            <CopyButton text={url} />
          </div>
        ))}
      </div>
    </Modal>
  );
}

function SessionRow({ session }: { session: SessionRecord }) {
  const isOfCommands = session.kind === 'cli';
  return (
    <tr>
      <td className="table__name">
        <span className="row">
          <span className="strong">{session.user}</span>
          {session.current ? <Tag tone="live">{words.current}</Tag> : null}
        </span>
      </td>
      <td title={session.client ?? undefined}>{clientName(session.client) ?? words.kind[session.kind]}</td>
      <td className="wide-only">
        <Moment at={session.created_at} />
      </td>
      <td data-column={words.seen}>
        <Moment at={session.last_seen_at} />
      </td>
      <td className="nowrap wide-only">{isOfCommands ? words.withService : exactTime(session.expires_at)}</td>
      <td>
        <span className="row form-end">
          {isOfCommands ? null : (
            <RemoveButton
              title={words.end}
              body={words.endBody}
              action={words.end}
              remove={() => api.endSession(session.id)}
              refresh={keys.sessions}
            />
          )}
        </span>
      </td>
    </tr>
  );
}

export function SessionsSection() {
  const sessions = useQuery({ queryKey: keys.sessions, queryFn: ({ signal }) => api.listSessions(signal) });
  const isAdmin = useIsAdmin();
  const make = useMutation({ mutationFn: api.makeLaunchLink });
  return (
    <>
      {isAdmin ? <AddButton label={words.link} onClick={() => make.mutate()} /> : null}
      {make.error ? (
        <p role="alert" className="tone-bad">
          {explain(make.error)}
        </p>
      ) : null}
      <Loaded query={sessions}>
        {(list) => (
          <ListTable
            columns={[words.user, words.client, words.created, words.seen, words.expires]}
            wideOnly={[words.created, words.expires]}
            empty={words.none}
          >
            {list.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ListTable>
        )}
      </Loaded>
      {make.data ? <LinkDialog link={make.data} onClose={make.reset} /> : null}
    </>
  );
}
