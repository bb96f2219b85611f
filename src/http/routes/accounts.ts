import { readForm } from '../../usecases/form.ts';
import { readOwnSession, readService } from '../../usecases/service.ts';
import { makeCsrfToken } from '../../usecases/sessions/csrf.ts';
import { createLaunchLink, endSession, listSessions, logIn, revokeSession } from '../../usecases/sessions/sessions.ts';
import { addUser, changeUser, listUsers, removeUser } from '../../usecases/sessions/users.ts';
import { type CookieOptions, clearSessionCookie, setCsrfCookie, setSessionCookie } from '../cookies.ts';
import { type Call, idOf, type Route, textParam } from '../route.ts';

const clientOf = ({ request }: Call): string | null => request.headers['user-agent'] ?? null;

/** A new log-in ends the browser's old session, and the CSRF token changes with it. */
export const startSession = async (
  call: Call,
  cookies: CookieOptions,
  created: { token: string; session: NonNullable<Call['session']> },
): Promise<void> => {
  const { context, reply } = call;
  if (call.session?.kind === 'browser') await endSession(context, call.session.id);
  reply.removeHeader('set-cookie');
  setSessionCookie(reply, cookies, created.token, context.options.sessionMaxMs);
  setCsrfCookie(reply, cookies, makeCsrfToken(context, created.session));
};

export const accountRoutes = (cookies: CookieOptions): Route[] => [
  {
    method: 'POST',
    path: 'login/',
    name: 'logIn',
    summary: 'User and password for a session.',
    access: 'public',
    form: 'Login',
    success: [200, 'LoggedIn'],
    handle: async (call) => {
      const created = await logIn(call.context, await readForm('Login', call.form), clientOf(call), call.request.ip);
      await startSession(call, cookies, created);
      return created.reply;
    },
  },
  {
    method: 'POST',
    path: 'logout/',
    name: 'logOut',
    summary: 'Ends the session on the server.',
    access: 'public',
    success: [204, null],
    handle: async (call) => {
      if (call.session?.kind === 'browser') await endSession(call.context, call.session.id);
      clearSessionCookie(call.reply, cookies);
      setCsrfCookie(call.reply, cookies, makeCsrfToken(call.context, null));
    },
  },
  {
    method: 'GET',
    path: 'api/session/',
    name: 'readOwnSession',
    summary: 'Who is asking.',
    access: 'viewer',
    success: [200, 'Session'],
    handle: ({ context, actor }) => readOwnSession(context, actor),
  },
  {
    method: 'GET',
    path: 'api/sessions/',
    name: 'listSessions',
    summary: "All sessions for an administrator, one's own for others.",
    access: 'viewer',
    success: [200, 'SessionRecord[]'],
    handle: ({ context, actor }) => listSessions(context, actor),
  },
  {
    method: 'DELETE',
    path: 'api/sessions/:id/',
    name: 'revokeSession',
    summary: 'Ends a session of a browser. That of the command line ends with the service.',
    access: 'viewer',
    success: [204, null],
    handle: ({ context, actor, params }) => revokeSession(context, actor, idOf(params)),
  },
  {
    method: 'GET',
    path: 'api/users/',
    name: 'listUsers',
    summary: 'All users.',
    access: 'admin',
    success: [200, 'UserRecord[]'],
    handle: ({ context }) => listUsers(context),
  },
  {
    method: 'POST',
    path: 'api/users/',
    name: 'addUser',
    summary: 'Adds a user.',
    access: 'admin',
    form: 'NewUser',
    success: [201, 'UserRecord'],
    handle: ({ context, form }) => addUser(context, form),
  },
  {
    method: 'PATCH',
    path: 'api/users/:name/',
    name: 'changeUser',
    summary: "Changes a user's role or password. Their sessions end.",
    access: 'admin',
    form: 'UserChanges',
    success: [200, 'UserRecord'],
    handle: ({ context, params, form }) => changeUser(context, textParam(params, 'name'), form),
  },
  {
    method: 'DELETE',
    path: 'api/users/:name/',
    name: 'removeUser',
    summary: 'Removes a user. Their sessions end.',
    access: 'admin',
    success: [204, null],
    handle: ({ context, params }) => removeUser(context, textParam(params, 'name')),
  },
  {
    method: 'POST',
    path: 'api/launch-links/',
    name: 'createLaunchLink',
    summary: 'A link that lets its first user in as the owner, once, within ten minutes.',
    access: 'admin',
    success: [201, 'LaunchLink'],
    handle: ({ context }) => createLaunchLink(context),
  },
  {
    method: 'GET',
    path: 'api/service/',
    name: 'readService',
    summary: 'Version, settings in force and the state of the sandbox.',
    access: 'viewer',
    success: [200, 'ServiceState'],
    handle: ({ context }) => readService(context),
  },
];
