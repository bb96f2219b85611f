import Type, { type Static } from 'typebox';
import { closed, Moment, Nullable, Problem, words } from './shape.ts';
import { logLevels } from './words.ts';

export const LogLevel = words(...logLevels);
export type LogLevel = Static<typeof LogLevel>;

/** One entry of the workspace's stream: a line of a log file with what belongs to it, or an event of our own. */
export const LogLine = Type.Object(
  {
    id: Type.Integer(),
    at: Moment,
    level: LogLevel,
    source: Type.String({ description: 'Log file relative to the workspace, or `inspector`.' }),
    logger: Nullable(Type.String()),
    message: Type.String(),
    detail: Nullable(Type.String({ description: 'The traceback or the further lines that belong to it.' })),
  },
  closed,
);
export type LogLine = Static<typeof LogLine>;

export const LogPage = Type.Object(
  {
    lines: Type.Array(LogLine),
    before: Nullable(Type.Integer()),
    sources: Type.Array(Type.String()),
    problems: Type.Array(Problem),
  },
  closed,
);
export type LogPage = Static<typeof LogPage>;
