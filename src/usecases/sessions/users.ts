import type { UserRecord } from '../../contract/index.ts';
import { isoTime } from '../../kit/clock.ts';
import { InspectorError, invalid, notFound } from '../../kit/errors.ts';
import type { StoredUser } from '../../store/queries/users.ts';
import type { Context } from '../context.ts';
import { type Form, readForm } from '../form.ts';
import { hashPassword } from './passwords.ts';

/** The built-in admin whom a launch link lets in. */
export const ownerName = 'owner';

const present = (row: StoredUser): UserRecord => ({
  name: row.name,
  role: row.role,
  created_at: isoTime(row.created_at),
  has_password: row.password !== null,
  built_in: row.name === ownerName,
});

/** Made at start: a launch link must always find its user. */
export const ensureOwner = async (context: Context): Promise<void> => {
  await context.store.users.insert({ name: ownerName, role: 'admin', password: null, created_at: context.clock.now() });
};

const readUser = async (context: Context, name: string): Promise<StoredUser> => {
  const user = await context.store.users.find(name);
  if (!user) throw notFound(`There is no user "${name}".`);
  return user;
};

export const listUsers = async (context: Context): Promise<UserRecord[]> =>
  (await context.store.users.list()).map(present);

export const addUser = async (context: Context, form: Form): Promise<UserRecord> => {
  const { name, role, password } = await readForm('NewUser', form);
  const inserted = await context.store.users.insert({
    name,
    role: role ?? 'viewer',
    password: await hashPassword(password),
    created_at: context.clock.now(),
  });
  if (!inserted) throw invalid({ name: [`There is a user "${name}" already.`] });
  return present(await readUser(context, name));
};

export const changeUser = async (context: Context, name: string, form: Form): Promise<UserRecord> => {
  const { role, password } = await readForm('UserChanges', form);
  const user = await readUser(context, name);
  if (user.name === ownerName && role === 'viewer') throw invalid({ role: ['The built-in owner stays an admin.'] });
  const changes = { ...(role && { role }), ...(password && { password: await hashPassword(password) }) };
  // A new password or role ends what was begun under the old one, and a log-in that goes on meanwhile comes before or after both.
  await context.store.transaction(async (store) => {
    await store.users.update(name, changes);
    await store.sessions.removeOfUser(name, 'browser');
  });
  context.sessions.forget((session) => session.user.name === name && session.kind === 'browser');
  return present(await readUser(context, name));
};

export const removeUser = async (context: Context, name: string): Promise<void> => {
  const user = await readUser(context, name);
  if (user.name === ownerName) throw new InspectorError('forbidden', 'The built-in owner cannot be removed.');
  await context.store.users.remove(name);
  context.sessions.forget((session) => session.user.name === name);
};
