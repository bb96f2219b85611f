/** No sandbox, because the operator said `--sandbox none`: a clean environment and limits, nothing more. Every such run says so. */
import { type Launch, type LaunchMaker, withLimits } from './launch.ts';

export const makeBare: LaunchMaker = ({ argv, limits, environment }, tools): Launch => {
  const { setpriv, sh = '/bin/sh' } = tools;
  const limited = withLimits(argv, limits, sh);
  const [file = '', ...rest] = setpriv ? [setpriv, '--pdeathsig', 'KILL', ...limited] : limited;
  return { profile: 'none', file, argv: rest, environment, bwrap: null, written: null, notWritten: [] };
};
