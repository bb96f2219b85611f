import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '../../icons.ts';
import { endDirection } from '../../parts/marks/end-direction.ts';
import { texts } from '../../texts.ts';
import type { Drawer } from './use-drawer.ts';

type TopBarProps = { name: string; menu: Drawer; onPalette: () => void };

/** The bar of a narrow window; hidden where the sidebar has room. */
export function TopBar({ name, menu, onPalette }: TopBarProps) {
  return (
    <div className="top-bar" inert={menu.open}>
      <ActionIcon
        ref={menu.opener}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.shell.openMenu}
        aria-expanded={menu.open}
        aria-controls="sidebar"
        onClick={menu.toggle}
      >
        <IconMenu2 size={18} aria-hidden />
      </ActionIcon>
      <span className="top-bar__name cut" dir={endDirection(name)} title={name}>
        {name}
      </span>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.shell.palette.open} onClick={onPalette}>
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
