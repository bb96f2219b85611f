import { Button } from '@mantine/core';
import { Link, Redirect } from 'wouter';
import { IconFolderCode, IconPlus } from '../../icons.ts';
import { useIsAdmin } from '../../parts/hooks/session-context.ts';
import { EmptyState, Loaded } from '../../parts/states.tsx';
import { useWorkspaces } from '../../queries.ts';
import { lastWorkspace } from '../../shell/last-workspace.ts';
import { texts } from '../../texts.ts';

/** Straight to the workspace looked at last; without any, how to add one. */
export function HomePage() {
  const workspaces = useWorkspaces();
  const isAdmin = useIsAdmin();
  return (
    <Loaded query={workspaces}>
      {(list) => {
        const target = list.find((each) => each.slug === lastWorkspace()) ?? list[0];
        if (target) return <Redirect to={`/w/${target.slug}`} replace />;
        return (
          <EmptyState
            alone
            icon={<IconFolderCode size={28} aria-hidden />}
            title={texts.shell.none.title}
            action={
              isAdmin ? (
                <Button component={Link} href="/add" leftSection={<IconPlus size={14} aria-hidden />}>
                  {texts.shell.pages.add}
                </Button>
              ) : null
            }
          >
            {isAdmin ? texts.shell.none.body : texts.shell.none.viewer}
          </EmptyState>
        );
      }}
    </Loaded>
  );
}

export function LostPage() {
  return (
    <EmptyState
      alone
      title={texts.shell.lost.title}
      action={
        <Button component={Link} href="/" variant="default">
          {texts.shell.lost.back}
        </Button>
      }
    >
      {texts.shell.lost.body}
    </EmptyState>
  );
}
