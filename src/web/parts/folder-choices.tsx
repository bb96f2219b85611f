import { UnstyledButton } from '@mantine/core';
import { IconFolderCode } from '../icons.ts';

/** Projects that may be meant by a folder that was refused: what was said of it ends in a colon. */
export function FolderChoices({ of, onChoose }: { of: readonly string[]; onChoose: (path: string) => void }) {
  if (of.length === 0) return null;
  return (
    <ul className="folder-choices">
      {of.map((path) => (
        <li key={path}>
          <UnstyledButton onClick={() => onChoose(path)}>
            <IconFolderCode size={14} className="tone-ok" aria-hidden />
            <span className="mono wrap">{path}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
