import { useRoute } from 'wouter';
import type { Workspace } from '../../../contract/index.ts';
import { useWorkspaces } from '../../queries.ts';

/** The workspace that the address names, once it is known: this asks for nothing. */
export function useCurrentWorkspace(): Workspace | undefined {
  const [isOfWorkspace, params] = useRoute('/w/:slug/*?');
  return useWorkspaces(false).data?.find((each) => isOfWorkspace && each.slug === params.slug);
}
