const units = ['B', 'KB', 'MB', 'GB'] as const;

export function bytesText(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  return `${power === 0 ? amount : amount.toFixed(1)} ${units[power]}`;
}
