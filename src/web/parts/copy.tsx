import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '../icons.ts';
import { texts } from '../texts.ts';

/** What a button that copies is called: by what it did last, or would do. */
export const copyTitle = ({ copied, error }: { copied: boolean; error: Error | null }, label: string): string =>
  copied ? texts.actions.copied : error ? texts.actions.notCopied : label;

export function CopyButton({ text, label = texts.actions.copy }: { text: string | (() => string); label?: string }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const title = copyTitle(clipboard, label);
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
