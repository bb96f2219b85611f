const key = 'inspector-last-workspace';

export function rememberWorkspace(slug: string): void {
  try {
    localStorage.setItem(key, slug);
  } catch {
    // Storage may be refused; the first workspace is shown then.
  }
}

export function lastWorkspace(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
