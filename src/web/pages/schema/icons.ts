/** Icons that only the schema page uses; the others are in the window's own list. */
export { default as IconFit } from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs';
export { default as IconBookmark } from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
export { default as IconFilter } from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
export { default as IconFocus } from '@tabler/icons-react/dist/esm/icons/IconFocus2.mjs';
export { default as IconMinus } from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
