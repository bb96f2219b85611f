import Type, { type Static } from 'typebox';
import { closed, Moment, Nullable, words } from './shape.ts';

export const Role = words('admin', 'viewer');
export type Role = Static<typeof Role>;

export const User = Type.Object({ name: Type.String(), role: Role }, closed);
export type User = Static<typeof User>;

export const UserRecord = Type.Object(
  { name: Type.String(), role: Role, created_at: Moment, has_password: Type.Boolean(), built_in: Type.Boolean() },
  closed,
);
export type UserRecord = Static<typeof UserRecord>;

export const NewUser = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 64,
    // `.` and `..` are steps in an address, not names: nobody could change or remove such a user there.
    pattern: '^(?!\\.+$)[A-Za-z0-9._@+-]+$',
    description: 'Letters a to z, digits and . _ @ + - only, and not dots alone.',
  }),
  role: Type.Optional(Role),
  password: Type.String({ minLength: 8, maxLength: 1024 }),
});
export type NewUser = Static<typeof NewUser>;

export const UserChanges = Type.Object({
  role: Type.Optional(Role),
  password: Type.Optional(Type.String({ minLength: 8, maxLength: 1024 })),
});
export type UserChanges = Static<typeof UserChanges>;

export const Login = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 200 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
  next: Type.Optional(Type.String()),
});
export type Login = Static<typeof Login>;

export const LoggedIn = Type.Object({ user: User, next: Type.String() }, closed);
export type LoggedIn = Static<typeof LoggedIn>;

/** Who is asking: what the window needs before anything else. */
export const Session = Type.Object(
  {
    user: User,
    auth: words('on', 'off'),
    version: Type.String(),
    sandbox: Type.String({ description: 'Profile in force, or `unavailable`.' }),
  },
  closed,
);
export type Session = Static<typeof Session>;

export const SessionRecord = Type.Object(
  {
    id: Type.Integer(),
    user: Type.String(),
    kind: words('browser', 'cli'),
    created_at: Moment,
    last_seen_at: Moment,
    expires_at: Moment,
    client: Nullable(Type.String({ description: 'What the browser calls itself.' })),
    current: Type.Boolean(),
  },
  closed,
);
export type SessionRecord = Static<typeof SessionRecord>;

export const LaunchLink = Type.Object({ url: Type.String(), fallback_url: Type.String(), expires_at: Moment }, closed);
export type LaunchLink = Static<typeof LaunchLink>;
