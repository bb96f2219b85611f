/** Words the schemas of the contract are written with. */
import Type, { type Static, type TEnum } from 'typebox';

/** No field beyond those listed. */
export const closed = { additionalProperties: false } as const;

/** One of a closed list of words. */
export const words = <const W extends readonly [string, ...string[]]>(...list: W): TEnum<[...W]> =>
  Type.Enum<[...W]>([...list], { type: 'string' });

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** A moment, ISO 8601 in UTC. */
export const Moment = Type.String({ description: 'ISO 8601, UTC.' });

/** A place in the project's text. `file` is relative to the workspace, or starts with `site-packages/` for an installed package. */
export const SourceRef = Type.Object({ file: Type.String(), line: Type.Integer({ minimum: 1 }) }, closed);
export type SourceRef = Static<typeof SourceRef>;

/** Something that a reader could not make sense of, or that is wrong in the project. */
export const Problem = Type.Object(
  {
    code: Type.String({ description: 'Stable word for the kind of problem, e.g. `syntax_error`.' }),
    severity: words('error', 'warning', 'info'),
    message: Type.String(),
    file: Nullable(Type.String()),
    line: Nullable(Type.Integer()),
  },
  closed,
);
export type Problem = Static<typeof Problem>;

/** Where a group of facts comes from and how old it is. */
export const Provenance = Type.Object(
  {
    source: words('static', 'live', 'database', 'unknown'),
    read_at: Moment,
    note: Nullable(Type.String({ description: 'Why a better source was not available, in words to act on.' })),
  },
  closed,
);
export type Provenance = Static<typeof Provenance>;
