import { useEffect } from 'react';
import { useRoute } from 'wouter';
import { useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';

/** What the tab, the history and a bookmark call the page: its name, then the workspace. Null leaves it to another heading. */
export function usePageTitle(name: string | null): void {
  const [isOfWorkspace, params] = useRoute('/w/:slug/*?');
  // Known or not: a heading asks for nothing.
  const workspace = useWorkspaces(false).data?.find((each) => isOfWorkspace && each.slug === params.slug)?.name;
  useEffect(() => {
    if (name === null) return;
    const parts = [name, workspace, texts.product].filter((part) => part !== undefined);
    document.title = [...new Set(parts)].join(' · ');
  }, [name, workspace]);
}
