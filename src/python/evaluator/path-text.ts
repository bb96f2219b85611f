/** Paths as `pathlib` keeps them. */

const UNTIDY = /\/(?:\.?\/|\.?$)|^\.\/|^$/;

/** Without `.` and what is empty between two slashes: `Path("a/./b//")` is `a/b`, `Path("")` is `.`. Of the root, `//` is another one. */
export const tidyPath = (path: string): string => {
  if (path === '/' || !UNTIDY.test(path)) return path;
  const root = /^\/\/(?!\/)/.test(path) ? '//' : path.startsWith('/') ? '/' : '';
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return root + parts.join('/') || '.';
};
