import { settingRules } from '../config.ts';
import { type Command, optionUsage } from './commands.ts';

const width = 30;

/** What is too long for its column has a line of its own. */
const pad = (left: string, right: string): string =>
  left.length > width ? `  ${left}\n${pad('', right)}` : `  ${left.padEnd(width)} ${right}`;

const settings = (): string =>
  Object.entries(settingRules)
    .map(([key, rule]) => pad(`--${key}${'hint' in rule ? ` ${rule.hint}` : ''}`, rule.help))
    .join('\n');

export const helpText = (
  commands: Record<string, Command>,
): string => `Workspace Inspector looks into Django projects and never changes them.

Use: inspector [COMMAND] [OPTIONS]

Commands
${Object.values(commands)
  .map(({ usage, summary }) => pad(usage, summary))
  .join('\n')}

Settings (each also as INSPECTOR_<NAME> in the environment and, but for data-dir, as a key in config.json of the data folder; \`inspector config\` shows what holds)
${settings()}
${pad('--version', 'print the version')}
${pad('--help', 'this text; after a command, its own')}

Examples
${Object.values(commands)
  .flatMap((command) => command.examples)
  .map((example) => `  ${example}`)
  .join('\n')}

Exit status: 0 done · 1 failed · 64 used wrongly · 69 refused, or no service reached · 130 given up (Ctrl-C) · 141 output closed · run: the command's own
`;

export const helpOf = (name: string, command: Command): string => {
  const options = Object.entries(command.options).map(([key, option]) => pad(optionUsage(key, option), option.help));
  return [
    `inspector ${command.usage}`,
    `  ${command.summary}`,
    ...(options.length > 0 ? ['', 'Options', ...options] : []),
    ...(name === 'serve'
      ? ['', 'Settings', settings()]
      : ['', 'The settings of `inspector --help` (--data-dir …) may be given too.']),
    ...(command.examples.length > 0 ? ['', 'Examples', ...command.examples.map((example) => `  ${example}`)] : []),
    '',
  ].join('\n');
};
