import type { LogPage, Problem } from '../../../contract/index.ts';
import { ownSource } from '../../../contract/words.ts';

const codes = new Set(['log_none', 'log_missing', 'log_outside']);

/** Why no line of the project is here: told at once and not folded away, as long as no log file has given any. */
export const whyNone = ({ sources, problems }: Pick<LogPage, 'sources' | 'problems'>): readonly Problem[] =>
  sources.some((source) => source !== ownSource) ? [] : problems.filter(({ code }) => codes.has(code));

/** One sentence for each file: many may be named. */
export const WhyNone = ({ notes }: { notes: readonly Problem[] }) => (
  <ul className="logs__why dim">
    {notes.map(({ message }) => (
      <li key={message}>{message}</li>
    ))}
  </ul>
);
