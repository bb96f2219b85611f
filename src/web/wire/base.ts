/** Where the window lives: the server writes its base path into `<base href>`, everything else is relative to it. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '');

/** Absolute address of a path of the service, given without a leading slash. */
export const address = (path: string): string => new URL(path, document.baseURI).toString();

/** Path and query of where one is, without the base path: what `next` of the log-in form takes back. */
export function here(): string {
  const { pathname, search, hash } = window.location;
  return pathname.slice(basePath.length) + search + hash;
}
