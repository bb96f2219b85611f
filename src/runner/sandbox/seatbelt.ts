/** macOS: the profile text for sandbox-exec. Written from Apple's documentation of the language and not proven on a Mac. */
import { argvInPlace, type Launch, type LaunchMaker, withLimits } from './launch.ts';

const quote = (file: string): string => `"${file.replace(/[\\"]/g, '\\$&')}"`;
const subpaths = (files: readonly string[]): string => files.map((file) => `(subpath ${quote(file)})`).join(' ');

const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/System',
  '/Library/Frameworks',
  '/Library/Apple',
  '/Library/Developer/CommandLineTools',
  '/private/etc/ssl',
  '/private/var/db/timezone',
  '/private/var/db/dyld',
  '/opt/homebrew',
];

export type SeatbeltInput = { workspacePath: string; scratch: string; visible: readonly string[]; network: boolean };

/** Everything is denied but reading what the command needs and writing to its own scratch folder. */
export const makeSeatbeltProfile = ({ workspacePath, scratch, visible, network }: SeatbeltInput): string =>
  [
    '(version 1)',
    '(deny default)',
    '(allow process-fork)',
    `(allow process-exec ${subpaths([...systemFolders, workspacePath, ...visible])})`,
    '(allow signal (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow file-read-metadata)',
    '(allow file-read* (literal "/") (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom"))',
    `(allow file-read* ${subpaths([...systemFolders, workspacePath, scratch, ...visible])})`,
    `(allow file-write* ${subpaths([scratch])} (literal "/dev/null"))`,
    network ? '(allow network-outbound) (allow system-socket) (allow mach-lookup)' : '(deny network*)',
    '',
  ].join('\n');

export const makeSeatbelt: LaunchMaker = (confinement, tools): Launch => {
  const { workspacePath, scratch, visible, network, environment, limits, script } = confinement;
  const text = makeSeatbeltProfile({
    workspacePath,
    scratch,
    visible: [...visible, ...(script ? [script.from] : [])],
    network,
  });
  return {
    profile: 'seatbelt',
    file: tools['sandbox-exec'] ?? '',
    argv: ['-p', text, ...withLimits(argvInPlace(confinement), limits, '/bin/sh')],
    environment: { ...environment, HOME: scratch, TMPDIR: scratch },
    bwrap: null,
    written: null,
    notWritten: [],
  };
};
