import Type, { type Static } from 'typebox';
import { closed, Nullable, Problem } from './shape.ts';

export const FixtureFile = Type.Object(
  {
    file: Type.String(),
    app: Type.String({
      description: 'The folder that holds `fixtures/`; empty for a file in a folder of FIXTURE_DIRS.',
    }),
    format: Type.String(),
    objects: Nullable(
      Type.Integer({ description: 'null: the file was not read, or does not parse; `problems` say why.' }),
    ),
    models: Type.Array(
      Type.Object(
        {
          model: Type.String(),
          objects: Type.Integer(),
          exists: Type.Boolean({ description: 'False only for a model that surely does not exist.' }),
          unclear: Type.Boolean({ description: 'Whether it exists could not be told; `problems` say why.' }),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type FixtureFile = Static<typeof FixtureFile>;

export const FixturesDetail = Type.Object({ files: Type.Array(FixtureFile), problems: Type.Array(Problem) }, closed);
export type FixturesDetail = Static<typeof FixturesDetail>;
