import { ActionIcon, UnstyledButton } from '@mantine/core';
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
  IconX,
} from '../../icons.ts';
import { modKey } from '../../parts/hooks/keys.ts';
import type { Tone } from '../../parts/status-mark.tsx';
import { useStatus } from '../../queries.ts';
import { texts } from '../../texts.ts';
import type { OverlayControls } from '../overlays.tsx';
import { AccountMenu } from './account-menu.tsx';
import type { Drawer } from './use-drawer.ts';
import { WorkspaceMenu } from './workspace-menu.tsx';

const { pages, marks } = texts.shell;
type Icon = typeof IconSettings;

/** A number that asks for attention, and the words for it. */
type Count = { value: number; tone: Tone; words: string };
type NavItemProps = { href: string; Icon: Icon; label: string; exact?: boolean; count?: Count };

/** A rail has room for two digits. The words beside them are exact. */
const mostDrawn = 99;

function NavItem({ href, Icon, label, exact = false, count }: NavItemProps) {
  const [location] = useLocation();
  const path = location.replace(/\/$/, '');
  const current = exact ? path === href : path === href || path.startsWith(`${href}/`);
  const name = count?.value ? `${label}, ${count.words}` : label;
  return (
    <li>
      <Link href={href} className="nav-item" aria-current={current ? 'page' : undefined} title={name}>
        <Icon size={16} stroke={1.75} aria-hidden />
        <span className="nav-item__label">{label}</span>
        {count?.value ? (
          <>
            <span className="hidden-text">{count.words}</span>
            <span className={`nav-item__mark tag--${count.tone}`} aria-hidden>
              {count.value > mostDrawn ? `${mostDrawn}+` : count.value}
            </span>
          </>
        ) : null}
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
          count={{ value: pending, tone: 'warn', words: marks.pending(pending) }}
        />
        <NavItem
          href={`${at}/runs`}
          Icon={IconTerminal2}
          label={pages.runs}
          count={{ value: active, tone: 'live', words: marks.active(active) }}
        />
        <NavItem href={`${at}/logs`} Icon={IconFileText} label={pages.logs} />
        <NavItem href={`${at}/fixtures`} Icon={IconDatabase} label={pages.fixtures} />
      </ul>
    </nav>
  );
}

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <ActionIcon
      data-autofocus
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={texts.shell.closeMenu}
      onClick={onClick}
    >
      <IconX size={18} aria-hidden />
    </ActionIcon>
  );
}

type SidebarProps = { slug: string | undefined; menu: Drawer; overlays: OverlayControls };

export function Sidebar({ slug, menu, overlays }: SidebarProps) {
  return (
    <>
      {menu.open ? <div className="sidebar-shade" onClick={menu.close} aria-hidden /> : null}
      <aside className="sidebar" id="sidebar" ref={menu.own} data-open={menu.open} aria-label={texts.product}>
        <div className="sidebar__top">
          <WorkspaceMenu slug={slug} />
          {menu.open ? <CloseButton onClick={menu.close} /> : null}
        </div>
        <ul>
          <NavButton
            Icon={IconSearch}
            label={texts.actions.search}
            onClick={overlays.openPalette}
            hint={`${modKey} K`}
          />
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
