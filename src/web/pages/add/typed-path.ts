/** A folder as it is dropped or pasted: as it is, as an address, or in the quotes that a shell or a file manager puts around it. */
export const typedPath = (text: string): string => {
  const trimmed = text.trim();
  const path = /^(["'])(.*)\1$/s.exec(trimmed)?.[2] ?? trimmed;
  if (!path.startsWith('file://')) return path;
  try {
    return decodeURIComponent(new URL(path).pathname);
  } catch {
    // What is no address is looked for as it is, and told as not there.
    return path;
  }
};
