/** A path whose end is read first: where there is no room, its beginning gives way. */
export function CutPath({ text, title = text }: { text: string; title?: string }) {
  const end = Math.max(0, text.lastIndexOf('/'));
  return (
    <span className="cut-path" title={title}>
      <span className="cut">{text.slice(0, end)}</span>
      <span className="cut">{text.slice(end)}</span>
    </span>
  );
}
