import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '../../icons.ts';
import { texts } from '../../texts.ts';

/** The bar of a narrow window; hidden where the sidebar has room. */
export function TopBar(props: { name: string; menuOpen: boolean; onMenu: () => void; onPalette: () => void }) {
  return (
    <div className="top-bar">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.shell.openMenu}
        aria-expanded={props.menuOpen}
        aria-controls="sidebar"
        onClick={props.onMenu}
      >
        <IconMenu2 size={18} aria-hidden />
      </ActionIcon>
      <span className="top-bar__name cut" title={props.name}>
        {props.name}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.shell.palette.open}
        onClick={props.onPalette}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
