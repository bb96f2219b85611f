import { version } from '../../kit/version.ts';

export const printVersion = (): number => {
  process.stdout.write(`workspace-inspector ${version}\n`);
  return 0;
};
