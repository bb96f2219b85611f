/** No sandbox, because the operator said `--sandbox none`: a clean environment and limits, nothing more. Every such run says so. */
import { argvInPlace, type Launch, type LaunchMaker, withLimits } from './launch.ts';

export const makeBare: LaunchMaker = (confinement, tools): Launch => {
  const { limits, environment } = confinement;
  const { setpriv, sh = '/bin/sh' } = tools;
  const limited = withLimits(argvInPlace(confinement), limits, sh);
  const [file = '', ...rest] = setpriv ? [setpriv, '--pdeathsig', 'KILL', ...limited] : limited;
  return { profile: 'none', file, argv: rest, environment, bwrap: null, written: null, notWritten: [] };
};
