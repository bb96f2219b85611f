import { Menu, UnstyledButton } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import type { Workspace } from '../../../contract/index.ts';
import { IconCheck, IconPlus, IconSelector } from '../../icons.ts';
import { byName } from '../../order.ts';
import { useIsAdmin } from '../../parts/hooks/session-context.ts';
import { CutPath } from '../../parts/marks/cut-path.tsx';
import { endDirection } from '../../parts/marks/end-direction.ts';
import { Swatch } from '../../parts/marks/swatch.tsx';
import { useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { useTypeAhead } from './type-ahead.ts';

function WorkspaceItem({ workspace, current }: { workspace: Workspace; current: boolean }) {
  const { slug, name, colour, path, available } = workspace;
  const [, go] = useLocation();
  return (
    <Menu.Item
      leftSection={<Swatch colour={colour} />}
      rightSection={current ? <IconCheck size={14} aria-hidden /> : null}
      data-autofocus={current || undefined}
      onClick={() => go(`/w/${slug}`)}
    >
      <div className="cut" dir={endDirection(name)} title={name}>
        {name}
      </div>
      <div className="small dim">{available ? <CutPath text={path} /> : texts.shell.gone}</div>
    </Menu.Item>
  );
}

export function WorkspaceMenu({ slug }: { slug: string | undefined }) {
  const { data = [], isPending } = useWorkspaces();
  const onType = useTypeAhead();
  const isAdmin = useIsAdmin();
  const current = data.find((each) => each.slug === slug);
  const name = current?.name ?? (isPending ? texts.shell.loading : texts.shell.none.title);
  return (
    <Menu width={260} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className="workspace-button" aria-label={`${texts.shell.switchWorkspace}: ${name}`}>
          <Swatch colour={current?.colour ?? 'var(--line-strong)'} />
          <span className="workspace-button__name cut" dir={endDirection(name)}>
            {name}
          </span>
          <IconSelector size={14} className="dim nav-item__label" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={onType}>
        <div className="workspace-menu">
          {data
            .toSorted((a, b) => byName(a.name, b.name))
            .map((each) => (
              <WorkspaceItem key={each.slug} workspace={each} current={each.slug === slug} />
            ))}
        </div>
        {isAdmin ? (
          <>
            {data.length > 0 ? <Menu.Divider /> : null}
            <Menu.Item component={Link} href="/add" leftSection={<IconPlus size={14} aria-hidden />}>
              {texts.shell.pages.add}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
