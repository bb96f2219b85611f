/** What works outside of the sandbox and not in it: files, programs, users and sockets of this machine. */
import { at, type Rule } from './rule.ts';

const noRepository =
  'If git finds a repository outside: a run sees the folder of the project only, and none that begins above it or lies elsewhere.';

export const sandboxRules: readonly Rule[] = [
  {
    when: /^FileNotFoundError: \[Errno 2\] No such file or directory: '(\/.*)'$/,
    say: ([text, file = ''], where) =>
      where.root !== undefined && file.startsWith(where.root)
        ? undefined
        : `${text}${at(where)}. If it is there, the sandbox hides it: a run sees the project and its Python only.`,
  },
  {
    when: /^FileNotFoundError: \[Errno 2\] No such file or directory: '([^'/]+)'$/,
    say: ([, program], where) =>
      where.file?.endsWith('/subprocess.py')
        ? `The program ${program} is not there${at(where)}. A run sees those of the system (/usr) and of the project's Python only.`
        : undefined,
  },
  {
    when: /^OSError: \[Errno 30\] Read-only file system: b?'(\/.*)'$/,
    say: ([text, file = ''], where) =>
      where.root !== undefined && file.startsWith(where.root)
        ? undefined
        : `${text}${at(where)}. In a run only the project, home and /tmp can be written to, and folders that the settings name and that are there.`,
  },
  {
    when: /^OSError: \[Errno 97\] Address family not supported by protocol$/,
    say: (_, where) =>
      `The project opens a UNIX socket${at(where)}, which a run may not: it would reach programs of this machine.`,
  },
  {
    when: /^KeyError: ["'](get(?:pw|gr)\w+\(\): .*)["']$/,
    say: ([, text], where) => `${text}${at(where)}. A run knows no user and no group of this machine but its own.`,
  },
  {
    when: /^ValueError: not allowed to raise maximum limit$/,
    say: ([text], where) => `${text}${at(where)}. A run has limits of its own, which a project cannot raise.`,
  },
  {
    when: /^CalledProcessError: Command '(?:\[')?(?:\/\S*\/)?git\b.* returned non-zero exit status 128\.$/,
    say: ([text], where) => `${text?.replace(/\.$/, '')}${at(where)}. ${noRepository}`,
  },
  { when: /^InvalidGitRepositoryError\b.*/, say: ([text], where) => `${text}${at(where)}. ${noRepository}` },
];
