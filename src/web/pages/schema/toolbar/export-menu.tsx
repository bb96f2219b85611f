import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { IconChevronDown, IconDownload } from '../../../icons.ts';
import { texts } from '../texts.ts';

export type ExportFormat = 'png' | 'svg' | 'mermaid' | 'dbml';
export type ExportMenuProps = { onExport: (format: ExportFormat) => Promise<void> };

const formats: readonly ExportFormat[] = ['png', 'svg', 'mermaid', 'dbml'];

export function ExportMenu({ onExport }: ExportMenuProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const start = (format: ExportFormat) => {
    setProblem(null);
    onExport(format).catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {texts.export.label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item key={format} onClick={() => start(format)}>
              {texts.export[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {problem === null ? null : (
        <span className="tone-bad small" role="alert">
          {texts.export.failed(problem)}
        </span>
      )}
    </>
  );
}
