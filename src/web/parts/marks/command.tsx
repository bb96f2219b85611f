/** A longer word may break where the line ends; below that it fits on every line there is, that of a phone among them. */
const longWord = 32;

/** A command as one would type it. It wraps between its words only: `--` at the end of a line says something else. */
export function Command({ text, className = '' }: { text: string; className?: string }) {
  const words = text.split(' ');
  return (
    <code className={className}>
      {words.map((word, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word has no name but its place, and two may be the same
        <span key={place}>
          {place > 0 ? ' ' : ''}
          <span className={word.length > longWord ? '' : 'nowrap'}>{word}</span>
        </span>
      ))}
    </code>
  );
}
