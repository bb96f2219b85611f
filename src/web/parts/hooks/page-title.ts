import { useEffect } from 'react';
import { texts } from '../../texts.ts';
import { useCurrentWorkspace } from './current-workspace.ts';

/** What the tab, the history and a bookmark call the page: its name, then the workspace. Null leaves it to another heading. */
export function usePageTitle(name: string | null): void {
  const workspace = useCurrentWorkspace()?.name;
  useEffect(() => {
    if (name === null) return;
    const parts = [name, workspace, texts.product].filter((part) => part !== undefined);
    document.title = [...new Set(parts)].join(' · ');
  }, [name, workspace]);
}
