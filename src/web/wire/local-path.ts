/** Only a path of our own: `//evil` and `/\evil` are addresses of others, also with a tab in between, which browsers leave out. */
export const localPath = (next: string | null): string =>
  next !== null && /^\/(?![/\\])[^\u0000-\u001f\u007f]*$/.test(next) ? next : '/';
