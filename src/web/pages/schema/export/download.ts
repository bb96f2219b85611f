/** Hands a made file to the browser as a download. */
export const download = (name: string, content: Blob | string, type: string): void => {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes its own hold of the file when the click is handled, not when it returns.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};
