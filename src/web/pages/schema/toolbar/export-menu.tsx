import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import { IconCheck, IconChevronDown, IconDownload } from '../../../icons.ts';
import { common } from '../../../texts/common.ts';
import { texts } from '../texts.ts';

/** Those that are text are pasted into a document as often as they are kept in a file. */
export type TextFormat = 'mermaid' | 'dbml';
export type ExportFormat = 'png' | 'svg' | TextFormat;
export type ExportMenuProps = {
  onExport: (format: ExportFormat) => Promise<void>;
  textOf: (format: TextFormat) => string;
};

const textFormats: readonly TextFormat[] = ['mermaid', 'dbml'];
const formats: readonly ExportFormat[] = ['png', 'svg', ...textFormats];

export function ExportMenu({ onExport, textOf }: ExportMenuProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const clipboard = useClipboard({ timeout: 1500 });
  const start = (format: ExportFormat) => {
    setProblem(null);
    onExport(format).catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  const failed = problem ?? clipboard.error?.message;
  const Icon = clipboard.copied ? IconCheck : IconDownload;
  return (
    <>
      <Menu position="bottom-end" onOpen={() => setProblem(null)}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<Icon size={14} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {clipboard.copied ? common.actions.copied : texts.export.label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item key={format} onClick={() => start(format)}>
              {texts.export[format]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {textFormats.map((format) => (
            <Menu.Item key={format} onClick={() => clipboard.copy(textOf(format))}>
              {texts.export.copy(texts.export[format])}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <span role="status" className="hidden-text">
        {clipboard.copied ? common.actions.copied : null}
      </span>
      {failed ? (
        <span className="tone-bad small" role="alert">
          {texts.export.failed(failed)}
        </span>
      ) : null}
    </>
  );
}
