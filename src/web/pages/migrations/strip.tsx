import type { Migration } from '../../../contract/index.ts';
import type { Tone } from '../../parts/status-mark.tsx';
import { useStateWords } from './state-words.ts';

export const stateTones: Record<Migration['state'], Tone> = {
  applied: 'ok',
  pending: 'warn',
  file_missing: 'bad',
  squashed: 'idle',
};

/** Only the newest fit on a line; what is old is mostly applied. */
const shown = 48;
const step = 10;

/** The states of an app's migrations as a row of marks: full is applied, open is pending, a cross has lost its file. */
export function Strip({ migrations }: { migrations: readonly Migration[] }) {
  const marks = migrations.filter((migration) => migration.state !== 'squashed').slice(-shown);
  const counts = new Map<Migration['state'], number>();
  for (const { state } of migrations) counts.set(state, (counts.get(state) ?? 0) + 1);
  const { stateWord } = useStateWords();
  const words = [...counts].map(([state, value]) => `${value} ${stateWord(state).toLowerCase()}`).join(', ');
  return (
    <span className="strip">
      <span className="strip__marks">
        <svg width={marks.length * step + 2} height="12" role="img" aria-label={words}>
          <title>{words}</title>
          {marks.map((migration, index) => (
            <Mark key={migration.name} state={migration.state} x={index * step + step / 2 + 1} y={6} />
          ))}
        </svg>
      </span>
    </span>
  );
}

export function Mark({ state, x, y }: { state: Migration['state'] | 'unmade'; x: number; y: number }) {
  if (state === 'file_missing') {
    return <path className="mark mark--missing" d={`M${x - 3.5} ${y - 3.5}l7 7m0 -7l-7 7`} />;
  }
  return <circle className={`mark mark--${state}`} cx={x} cy={y} r={4} />;
}
