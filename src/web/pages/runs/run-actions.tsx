import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { TaskRun } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { IconBell, IconDownload, IconRefresh, IconX } from '../../icons.ts';
import { isFocusLost } from '../../parts/hooks/return-focus.ts';
import { useSandboxProfile } from '../../parts/hooks/session-context.ts';
import { Command } from '../../parts/marks/command.tsx';
import { explain } from '../../parts/states.tsx';
import { isFinal, useCancelRun, useRunAgain } from '../../queries.ts';
import { askToNotify, notifyState } from '../../shell/watch/notify.ts';
import { texts } from '../../texts.ts';

const { page, drawer } = texts.runs;

/** Running again needs the same acknowledgement as the first time. */
type AgainProps = { run: TaskRun; slug: string; button: RefObject<HTMLButtonElement | null> };

function AgainButton({ run, slug, button }: AgainProps) {
  const [opened, popover] = useDisclosure(false);
  const again = useRunAgain();
  const profile = useSandboxProfile();
  const [, go] = useLocation();
  const start = () => again.mutate(run.id, { onSuccess: (answer) => go(`/w/${slug}/runs/${answer.task_run.id}`) });
  return (
    <Popover opened={opened} onChange={popover.toggle} width={300} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          ref={button}
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={popover.toggle}
        >
          {page.again}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={page.again}>
        <div className="stack stack--tight">
          <Command text={run.metadata.command.raw} />
          <p className="small">{profile === 'none' ? drawer.confirmUnheld : drawer.confirm}</p>
          {again.error ? (
            <p role="alert" className="tone-bad small">
              {explain(again.error)}
            </p>
          ) : null}
          <Button onClick={start} loading={again.isPending}>
            {page.confirmAgain}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function NotifyButton() {
  const [state, setState] = useState(notifyState);
  if (state !== 'default') return null;
  return (
    <Button
      variant="default"
      leftSection={<IconBell size={14} aria-hidden />}
      onClick={() => void askToNotify().then(setState)}
    >
      {page.notify}
    </Button>
  );
}

export function RunActions({ run, slug }: { run: TaskRun; slug: string }) {
  const cancel = useCancelRun();
  const again = useRef<HTMLButtonElement>(null);
  const live = !isFinal(run.status);
  // The button that was pressed is gone then; the one in its place takes the focus.
  useEffect(() => {
    if (!live && cancel.isSuccess && isFocusLost()) again.current?.focus();
  }, [live, cancel.isSuccess]);
  if (live) {
    return (
      <>
        <NotifyButton />
        <Button
          variant="default"
          leftSection={<IconX size={14} aria-hidden />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(run.id)}
        >
          {page.cancel}
        </Button>
      </>
    );
  }
  return (
    <>
      {run.metadata.output.bytes > 0 ? (
        <Button
          component="a"
          href={api.outputAddress(run.id)}
          download={`run-${run.id}.txt`}
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          {page.download}
        </Button>
      ) : null}
      <AgainButton run={run} slug={slug} button={again} />
    </>
  );
}
