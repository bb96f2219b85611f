/** The tab's icon in the workspace's colour, with a dot when something asks for attention. */
const dots = { bad: '#d93030', warn: '#e08a00', live: '#2f6fed' } as const;
export type Attention = keyof typeof dots | null;

export function iconSvg(colour: string, attention: Attention): string {
  const safe = /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#3448b8';
  const dot = attention
    ? `<circle cx="50" cy="14" r="12" fill="${dots[attention]}" stroke="#fff" stroke-width="4"/>`
    : '';
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">' +
    `<rect width="64" height="64" rx="14" fill="${safe}"/>` +
    '<g fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round">' +
    `<path d="M15 21h13M15 32h8M15 43h10"/><circle cx="38" cy="32" r="11"/><path d="m46 40 6.5 6.5"/></g>${dot}</svg>`
  );
}

export function setFavicon(colour: string, attention: Attention): void {
  const link = document.getElementById('favicon');
  if (link instanceof HTMLLinkElement)
    link.href = `data:image/svg+xml,${encodeURIComponent(iconSvg(colour, attention))}`;
}
