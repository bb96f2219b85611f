/** A path whose end is read first: where there is no room, its beginning gives way. */
export function CutPath({ text }: { text: string }) {
  const end = text.lastIndexOf('/');
  return (
    <span className="cut-path" title={text}>
      <span className="cut">{text.slice(0, end)}</span>
      <span className="cut">{text.slice(end)}</span>
    </span>
  );
}
