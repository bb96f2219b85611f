/** A folder as it is dropped or pasted: as it is, as an address, or in the quotes that a shell or a file manager puts around it. */
export const typedPath = (text: string): string => {
  // No path begins with a blank, but a name may end with one: whether it does, only the service can see.
  const written = text.trimStart();
  const path = /^(["'])(.*)\1\s*$/s.exec(written)?.[2] ?? written;
  if (!path.startsWith('file://')) return path;
  try {
    return decodeURIComponent(new URL(path).pathname);
  } catch {
    // What is no address is looked for as it is, and told as not there.
    return path;
  }
};
