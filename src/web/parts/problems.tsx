import { useRef, useState } from 'react';
import type { Problem } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { FileLine } from './files/file-line.tsx';
import { useArrival } from './hooks/arrival.ts';
import { problemsAnchor } from './links.ts';
import { Tag, type Tone } from './status-mark.tsx';

const tones: Record<Problem['severity'], Tone> = { error: 'bad', warning: 'warn', info: 'idle' };
/** So many are read through by nobody, and drawing thousands takes a while. */
const drawnAtFirst = 200;

type Props = { problems: readonly Problem[] /** Where nothing below is pushed away by them. */; open?: boolean };

/** What a reader could not make sense of, folded until someone asks. */
export function Problems({ problems, open = false }: Props) {
  const own = useRef<HTMLDetailsElement>(null);
  const [isWhole, setWhole] = useState(false);
  const isAskedFor = window.location.hash === problemsAnchor;
  useArrival(own, isAskedFor);
  if (problems.length === 0) return null;
  const notes = problems.filter(({ severity }) => severity === 'info').length;
  const drawn = isWhole ? problems : problems.slice(0, drawnAtFirst);
  const rest = problems.length - drawn.length;
  const drawAll = () => {
    setWhole(true);
    // The button goes with this: the keyboard goes on at the heading.
    own.current?.querySelector('summary')?.focus({ preventScroll: true });
  };
  return (
    <details
      ref={own}
      id={problemsAnchor.slice(1)}
      className={notes === problems.length ? 'problems problems--notes' : 'problems'}
      open={open || isAskedFor}
    >
      <summary>{texts.problems.title(problems.length - notes, notes)}</summary>
      <ul>
        {drawn.map((problem) => (
          <li key={`${problem.code}-${problem.file}-${problem.line}-${problem.message}`}>
            <Tag tone={tones[problem.severity]}>{problem.code.replaceAll('_', ' ')}</Tag>
            <span>
              {problem.message}
              {problem.file ? (
                <code className="dim">
                  {' '}
                  <FileLine file={problem.file} line={problem.line} />
                </code>
              ) : null}
            </span>
          </li>
        ))}
        {rest > 0 ? (
          <li>
            <button type="button" className="problems__rest" onClick={drawAll}>
              {texts.problems.rest(rest)}
            </button>
          </li>
        ) : null}
      </ul>
    </details>
  );
}
