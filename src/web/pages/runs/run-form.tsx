/** The second half of the drawer: what the chosen preset does, exactly what it runs, and the acknowledgement. */
import { Button, Checkbox, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import type { Preset, Workspace } from '../../../contract/index.ts';
import { IconExternalLink, IconPlayerPlay } from '../../icons.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { useSandboxProfile } from '../../parts/hooks/session-context.ts';
import { Command } from '../../parts/marks/command.tsx';
import { fieldErrors } from '../../parts/states.tsx';
import { useQueueRun, useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';

const { drawer, sandbox } = texts.runs;
const noteLimit = 280;

function PresetFacts({ preset, workspace }: { preset: Preset; workspace: Workspace | undefined }) {
  const profile = useSandboxProfile();
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
          {sandbox.profile[profile] ?? profile} {workspace?.network ? sandbox.networkOn : sandbox.networkOff}
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

export function RunForm({ slug, preset, onClose }: { slug: string; preset: Preset; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [confirmed, setConfirmed] = useState(false);
  const workspace = useWorkspaces().data?.find((each) => each.slug === slug);
  const { start, starting, errors } = useStart(slug, preset, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(note.trim(), confirmed);
  };
  return (
    <form className="stack drawer__form" onSubmit={submit}>
      <PresetFacts preset={preset} workspace={workspace} />
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
        label={drawer.confirm}
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
