import type { ReactNode } from 'react';
import { texts } from '../../texts.ts';
import { useCurrentWorkspace } from '../hooks/current-workspace.ts';
import { editorAddress, editors, useEditor } from './editor.ts';

type Props = { file: string; line?: number | null; children?: ReactNode };

/** A file of the workspace: a link into the editor that was chosen, else its name alone. */
export function FileLine({ file, line = null, children }: Props) {
  const editor = useEditor();
  const root = useCurrentWorkspace()?.path;
  const name = texts.files.line(file, line);
  const href = editorAddress(editor, root, file, line ?? 1);
  if (editor === null || href === null) return children ?? name;
  return (
    <a className="file-link" href={href} title={texts.files.open(name, editors[editor].name)}>
      {children ?? name}
    </a>
  );
}
