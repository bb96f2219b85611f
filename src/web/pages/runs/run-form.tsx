/** The second half of the drawer: what the chosen preset does, exactly what it runs, and the acknowledgement. */
import { Button, Checkbox, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Preset, Workspace } from '../../../contract/index.ts';
import { IconExternalLink, IconPlayerPlay } from '../../icons.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { useSandboxProfile, useUserName } from '../../parts/hooks/session-context.ts';
import { Command } from '../../parts/marks/command.tsx';
import { findDraft, leaveDraft, type RunDraft } from '../../parts/run-draft.ts';
import { fieldErrors } from '../../parts/states.tsx';
import { useQueueRun, useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';

const { drawer, sandbox } = texts.runs;
const noteLimit = 280;

/** What lies within reach of a command besides the project. */
const reachOf = (profile: string, workspace: Workspace | undefined): string =>
  profile === 'none' ? sandbox.unheld : workspace?.network ? sandbox.networkOn : sandbox.networkOff;

type FactsProps = { preset: Preset; workspace: Workspace | undefined; profile: string; onClose: () => void };

function PresetFacts({ preset, workspace, profile, onClose }: FactsProps) {
  return (
    <dl className="facts">
      <div>
        <dt className="hidden-text">{preset.label}</dt>
        <dd>
          {preset.description}{' '}
          <a href={preset.documentation_url} target="_blank" rel="noopener noreferrer" className="nowrap">
            {drawer.docs} <IconExternalLink size={12} aria-hidden />
          </a>
        </dd>
      </div>
      <div>
        <dt>{drawer.command}</dt>
        <dd className="row">
          <Command className="grow" text={preset.command} />
          <CopyButton text={preset.command} />
        </dd>
      </div>
      <div>
        <dt>{drawer.allows}</dt>
        <dd>
          {sandbox.profile[profile] ?? profile}{' '}
          {profile === 'unavailable' ? (
            <Link href="/admin/service" onClick={onClose}>
              {texts.shell.sandboxMore}
            </Link>
          ) : (
            reachOf(profile, workspace)
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Queues the run and goes to its page. */
function useStart(slug: string, preset: Preset, onClose: () => void) {
  const [, go] = useLocation();
  const queue = useQueueRun();
  const start = (note: string, confirmed: boolean) => {
    const form = {
      workspace: slug,
      preset: preset.key,
      confirm_safe: confirmed ? 'on' : '',
      ...(note ? { note } : {}),
    };
    queue.mutate(form, {
      onSuccess: (answer) => {
        onClose();
        go(`/w/${slug}/runs/${answer.task_run.id}`);
      },
    });
  };
  return { start, starting: queue.isPending, errors: fieldErrors(queue.error, ['note', 'confirm_safe']) };
}

/** What is written here, and what was when a session ended over it. */
function useNote(slug: string, preset: string) {
  const user = useUserName();
  const [note, setNote] = useState(() => {
    const draft = findDraft(user);
    return draft?.slug === slug && draft.preset === preset ? draft.note : '';
  });
  const draft = useRef<RunDraft>({ user, slug, preset, note });
  draft.current = { user, slug, preset, note };
  useEffect(() => () => leaveDraft(draft.current), []);
  return [note, setNote] as const;
}

type FormProps = { slug: string; preset: Preset; onClose: () => void };

function Acknowledge({ slug, preset, profile, onClose }: FormProps & { profile: string }) {
  const [note, setNote] = useNote(slug, preset.key);
  const [confirmed, setConfirmed] = useState(false);
  const { start, starting, errors } = useStart(slug, preset, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(note.trim(), confirmed);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Textarea
        label={drawer.note}
        placeholder={drawer.notePlaceholder}
        autosize
        minRows={2}
        maxLength={noteLimit}
        value={note}
        description={note.length > noteLimit - 60 ? drawer.noteLeft(noteLimit - note.length) : null}
        error={errors.of('note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Checkbox
        label={profile === 'none' ? drawer.confirmUnheld : drawer.confirm}
        name="confirm_safe"
        checked={confirmed}
        error={errors.of('confirm_safe')}
        onChange={(event) => setConfirmed(event.currentTarget.checked)}
      />
      {errors.rest ? (
        <p role="alert" className="tone-bad">
          {errors.rest}
        </p>
      ) : null}
      <div className="row">
        <Button
          type="submit"
          size="sm"
          flex="none"
          disabled={!confirmed}
          loading={starting}
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
        >
          {drawer.run}
        </Button>
        {confirmed ? null : <span className="dim small">{drawer.confirmNeeded}</span>}
      </div>
    </form>
  );
}

export function RunForm({ slug, preset, onClose }: FormProps) {
  const workspace = useWorkspaces().data?.find((each) => each.slug === slug);
  const profile = useSandboxProfile();
  return (
    <div className="stack drawer__form">
      <PresetFacts preset={preset} workspace={workspace} profile={profile} onClose={onClose} />
      {/* What would be refused anyway is not asked for. */}
      {profile === 'unavailable' || workspace?.available === false ? null : (
        <Acknowledge slug={slug} preset={preset} profile={profile} onClose={onClose} />
      )}
    </div>
  );
}
