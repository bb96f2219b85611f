import type { ServiceState, Session } from '../contract/index.ts';
import type { Actor, Context } from './context.ts';

export const readService = async (context: Context): Promise<ServiceState> => ({
  version: context.options.version,
  node: process.version,
  settings: context.options.settings,
  sandbox: await context.sandbox(),
});

export const readOwnSession = async (context: Context, actor: Actor): Promise<Session> => {
  const sandbox = await context.sandbox();
  return {
    user: { name: actor.name, role: actor.role },
    auth: context.options.auth,
    version: context.options.version,
    sandbox: sandbox.available ? (sandbox.profile ?? 'none') : 'unavailable',
  };
};
