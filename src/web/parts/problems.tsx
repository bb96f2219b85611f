import type { Problem } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { FileLine } from './files/file-line.tsx';
import { problemsAnchor } from './links.ts';
import { Tag, type Tone } from './status-mark.tsx';

const tones: Record<Problem['severity'], Tone> = { error: 'bad', warning: 'warn', info: 'idle' };
const shown = 200;

type Props = { problems: readonly Problem[] /** Where nothing below is pushed away by them. */; open?: boolean };

/** What a reader could not make sense of, folded until someone asks. */
export function Problems({ problems, open = false }: Props) {
  if (problems.length === 0) return null;
  const notes = problems.filter(({ severity }) => severity === 'info').length;
  const isAskedFor = window.location.hash === problemsAnchor;
  return (
    <details
      id={problemsAnchor.slice(1)}
      className={notes === problems.length ? 'problems problems--notes' : 'problems'}
      open={open || isAskedFor}
    >
      <summary>{texts.problems.title(problems.length - notes, notes)}</summary>
      <ul>
        {problems.slice(0, shown).map((problem) => (
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
      </ul>
    </details>
  );
}
