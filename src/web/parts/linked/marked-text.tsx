import { between, pieces } from '../matching/marking.ts';
import { LinkedText, type LinkedTextProps } from './linked-text.tsx';

type Props = Omit<LinkedTextProps, 'children'> & {
  pattern: RegExp | null | undefined;
  /** The one of all matches that one has jumped to. */
  current?: boolean;
};

/** A text with its links, and what was searched for in it marked. */
export function MarkedText({ pattern, current = false, ...linked }: Props) {
  if (!pattern) return <LinkedText {...linked} />;
  const marked = pieces(linked.text, pattern);
  return (
    <LinkedText {...linked}>
      {(from, to) =>
        between(marked, from, to).map((piece) =>
          piece.match ? (
            <mark key={piece.at} className={current ? 'mark mark--current' : 'mark'}>
              {piece.text}
            </mark>
          ) : (
            piece.text
          ),
        )
      }
    </LinkedText>
  );
}
