import Type, { type Static } from 'typebox';
import { closed } from './shape.ts';

export const Preset = Type.Object(
  {
    key: Type.String(),
    label: Type.String(),
    description: Type.String(),
    documentation_url: Type.String(),
    icon: Type.String(),
    category: Type.String(),
    requires_confirmation: Type.Boolean(),
    command: Type.String({ description: 'What it runs, as one would type it.' }),
  },
  closed,
);
export type Preset = Static<typeof Preset>;

const editable = {
  label: Type.String({ minLength: 1, maxLength: 80 }),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  documentation_url: Type.Optional(Type.String({ maxLength: 2000 })),
  icon: Type.Optional(
    Type.String({ maxLength: 40, pattern: '^[a-z0-9-]*$', description: 'Small letters, digits and - only.' }),
  ),
  category: Type.Optional(Type.String({ maxLength: 40 })),
  requires_confirmation: Type.Optional(Type.String()),
  command: Type.String({ minLength: 1, maxLength: 500, description: 'e.g. `manage.py check --deploy`' }),
};

/** A preset that an administrator adds; its command must match the allowlist. */
export const NewPreset = Type.Object({
  key: Type.String({
    minLength: 1,
    maxLength: 50,
    pattern: '^[a-z][a-z0-9-]*$',
    description: 'Small letters, digits and - only, a letter first.',
  }),
  ...editable,
});
export type NewPreset = Static<typeof NewPreset>;

export const PresetChanges = Type.Partial(Type.Object(editable));
export type PresetChanges = Static<typeof PresetChanges>;
