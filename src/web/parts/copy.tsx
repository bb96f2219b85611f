import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '../icons.ts';
import { texts } from '../texts.ts';

export function CopyButton({ text, label = texts.actions.copy }: { text: string | (() => string); label?: string }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const title = clipboard.copied ? texts.actions.copied : label;
  return (
    <Tooltip label={title}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={title}
        onClick={() => clipboard.copy(typeof text === 'string' ? text : text())}
      >
        {clipboard.copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
