/** The number that an address names a run by; null where it is none, and nothing is to be asked for. `1e3` and ` 7` are none either. */
export const runNumber = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
