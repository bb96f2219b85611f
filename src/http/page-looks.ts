/** Pages that are not the window look as it does: its colours, light or dark as chosen there, and as the system is where nothing was. */

const dark = '--bg:#101115;--text:#e8e9ed;--dim:#a3a6b1;--accent:#a3b0ff';

/** The colours of `web/styles/tokens.css`. Where the window is not built nothing sets the attribute, and the system is followed. */
export const pageColours = `:root{color-scheme:light dark;--bg:#f6f6f8;--text:#1a1b20;--dim:#5a5d68;--accent:#3448b8}
:root[data-mantine-color-scheme=light]{color-scheme:light}:root[data-mantine-color-scheme=dark]{color-scheme:dark;${dark}}
@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){${dark}}}
body{background:var(--bg);color:var(--text)}a{color:var(--accent)}nav{font-size:.875rem}`;

/** To stand in the head of a page, both files of the window: its icon, or the browser asks for one at an address that we have not, and what reads the choice of colours. */
export const looksOfWindow = (basePath: string): string =>
  `<link rel="icon" type="image/svg+xml" href="${basePath}icon.svg"><script src="${basePath}early.js"></script>`;

/** From a page that was found by a search or a link one gets to the window, and to the guide. */
export const wayBack = (basePath: string): string =>
  `<nav><a href="${basePath}">Workspace Inspector</a> · <a href="${basePath}docs/">Guide</a></nav>`;
