const units = ['B', 'KB', 'MB', 'GB'] as const;

/** What would be written as 1000.0 is one of the next. */
const nextUnit = 999.95;

export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let [amount, power] = [bytes / 1000, 1];
  for (; amount >= nextUnit && power < units.length - 1; power += 1) amount /= 1000;
  return `${amount.toFixed(1)} ${units[power]}`;
}
