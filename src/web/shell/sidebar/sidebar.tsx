import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import {
  IconBook2,
  IconDatabase,
  IconFileText,
  IconGitMerge,
  IconKeyboard,
  IconLayoutDashboard,
  IconSchema,
  IconSearch,
  IconSettings,
  IconTerminal2,
} from '../../icons.ts';
import { useStatus } from '../../queries.ts';
import { texts } from '../../texts.ts';
import type { OverlayControls } from '../overlays.tsx';
import { AccountMenu } from './account-menu.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

const { pages } = texts.shell;
type Icon = typeof IconSettings;

function NavItem({
  href,
  Icon,
  label,
  exact = false,
  mark,
}: {
  href: string;
  Icon: Icon;
  label: string;
  exact?: boolean;
  mark?: ReactNode;
}) {
  const [location] = useLocation();
  const path = location.replace(/\/$/, '');
  const current = exact ? path === href : path === href || path.startsWith(`${href}/`);
  return (
    <li>
      <Link href={href} className="nav-item" aria-current={current ? 'page' : undefined} title={label}>
        <Icon size={16} stroke={1.75} aria-hidden />
        <span className="nav-item__label">{label}</span>
        {mark}
      </Link>
    </li>
  );
}

function NavButton({ Icon, label, onClick, hint }: { Icon: Icon; label: string; onClick: () => void; hint?: string }) {
  return (
    <li>
      <UnstyledButton className="nav-item" onClick={onClick} title={label}>
        <Icon size={16} stroke={1.75} aria-hidden />
        <span className="nav-item__label">{label}</span>
        {hint ? (
          <kbd className="nav-item__hint" aria-hidden>
            {hint}
          </kbd>
        ) : null}
      </UnstyledButton>
    </li>
  );
}

/** Counts that ask for attention: pending migrations, runs going on. */
function WorkspaceNav({ slug }: { slug: string }) {
  const { data } = useStatus(slug);
  const pending = data?.apps.reduce((sum, app) => sum + app.pending_migrations, 0) ?? 0;
  const active = data?.tasks.filter((task) => task.status === 'running' || task.status === 'queued').length ?? 0;
  const at = `/w/${slug}`;
  return (
    <nav aria-label={texts.shell.nav}>
      <ul>
        <NavItem href={at} exact Icon={IconLayoutDashboard} label={pages.overview} />
        <NavItem href={`${at}/schema`} Icon={IconSchema} label={pages.schema} />
        <NavItem
          href={`${at}/migrations`}
          Icon={IconGitMerge}
          label={pages.migrations}
          mark={pending > 0 ? <span className="nav-item__mark tone-warn">{pending}</span> : null}
        />
        <NavItem
          href={`${at}/runs`}
          Icon={IconTerminal2}
          label={pages.runs}
          mark={active > 0 ? <span className="nav-item__mark tone-live">{active}</span> : null}
        />
        <NavItem href={`${at}/logs`} Icon={IconFileText} label={pages.logs} />
        <NavItem href={`${at}/fixtures`} Icon={IconDatabase} label={pages.fixtures} />
      </ul>
    </nav>
  );
}

type SidebarProps = { slug: string | undefined; open: boolean; onClose: () => void; overlays: OverlayControls };

export function Sidebar({ slug, open, onClose, overlays }: SidebarProps) {
  return (
    <>
      {open ? <div className="sidebar-shade" onClick={onClose} aria-hidden /> : null}
      <aside className="sidebar" id="sidebar" data-open={open} aria-label={texts.product}>
        <WorkspaceMenu slug={slug} />
        <ul>
          <NavButton Icon={IconSearch} label={texts.actions.search} onClick={overlays.openPalette} hint="Ctrl K" />
        </ul>
        {slug ? <WorkspaceNav slug={slug} /> : null}
        <div className="grow" />
        <ul>
          <NavItem href="/admin" Icon={IconSettings} label={pages.admin} />
          <NavButton Icon={IconBook2} label={pages.guide} onClick={overlays.openGuide} />
          <NavButton Icon={IconKeyboard} label={texts.shell.keys.open} onClick={overlays.openKeys} hint="?" />
        </ul>
        <AccountMenu />
      </aside>
    </>
  );
}
