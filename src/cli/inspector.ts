/** The command `inspector`: finds the subcommand, reads its options, and turns whatever goes wrong into words and an exit code. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Config, readConfig, settingRules } from '../config.ts';
import { withoutChoices } from '../contract/words.ts';
import { InspectorError, messageOf } from '../kit/errors.ts';
import { shellWord } from '../kit/shell.ts';
import { type Command, commands, type Invocation } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { helpOf, helpText } from './help.ts';
import { endWithReader, printError } from './print.ts';
import { PromptGivenUp } from './prompt.ts';

const settingOptions = Object.fromEntries(
  Object.entries(settingRules).map(([key, rule]) => [
    key,
    { type: typeof rule.fallback === 'boolean' ? ('boolean' as const) : ('string' as const) },
  ]),
);

type Options = Invocation['options'];

const parse = (command: Command, args: string[]): { positionals: string[]; options: Options } => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    strict: true,
    options: { ...settingOptions, ...command.options, help: { type: 'boolean', short: 'h' } },
  });
  return { positionals, options: values as Options };
};

const configOf = (options: Options): Config => {
  const given = Object.keys(settingRules).filter((key) => options[key] !== undefined);
  return readConfig(Object.fromEntries(given.map((key) => [key, options[key]])));
};

const wrongUse = (message: string, name = ''): number => {
  printError(`${message}\nTry: inspector ${name && name !== 'serve' ? `${name} ` : ''}--help`);
  return exitCodes.usage;
};

/** Node tells of options at length, and in words of its own; by a part of those, ours. */
const wordsOfOptions: readonly (readonly [RegExp, (option: string) => string])[] = [
  [/^Unknown option '([^']*)'/, (option) => `There is no option ${option} here.`],
  [/^Option '(?:-\w, )?(\S+).*' argument missing/, (option) => `${option} needs a value.`],
  [
    /^Option '(?:-\w, )?(\S+)' argument is ambiguous/,
    (option) => `${option} needs a value. One that begins with a dash is given as ${option}=…`,
  ],
  [/^Option '(?:-\w, )?(\S+)' does not take an argument/, (option) => `${option} takes no value.`],
];

const wordsOf = (error: unknown): string => {
  const message = messageOf(error);
  for (const [pattern, say] of wordsOfOptions) {
    const option = pattern.exec(message)?.[1];
    if (option !== undefined) return say(option);
  }
  return message;
};

/** Where one finds what a command can be told, by what its use asks for. */
const whatThereIs: readonly (readonly [RegExp, string])[] = [
  [/\bSLUG\b/, 'inspector list'],
  [/\bID\b/, 'inspector runs SLUG'],
  [/^users\b/, 'inspector users'],
];

/** The same command with each folder that may be given in place of the refused one, which is its last word that is no option. */
const withCommands = (error: InspectorError, name: string, args: readonly string[], given = '.'): InspectorError => {
  const at = args.lastIndexOf(given);
  const before = name === 'serve' ? ['inspector'] : ['inspector', name];
  const lines = error.choices.map((choice) =>
    [...before, ...(at < 0 ? [...args, choice] : args.with(at, choice))].map(shellWord).join(' '),
  );
  return new InspectorError(error.code, [withoutChoices(error.message, error.choices), ...lines].join('\n  '));
};

/** A refusal of a name that is not known says where the known ones are. */
const withHint = (error: unknown, { usage }: Command): unknown => {
  if (!(error instanceof InspectorError) || (error.code !== 'not_found' && !error.fields.workspace)) return error;
  const hint = whatThereIs.find(([asked]) => asked.test(usage))?.[1];
  return hint ? new InspectorError(error.code, `${error.message}\nTry: ${hint}`) : error;
};

const runCommand = async (name: string, args: string[]): Promise<number> => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return wrongUse(`There is no command "${name}".`);
  let invocation: Invocation;
  try {
    const { positionals, options } = parse(command, args);
    if (options.help) {
      process.stdout.write(helpOf(name, command));
      return exitCodes.ok;
    }
    invocation = { config: configOf(options), positionals, options };
  } catch (error) {
    return wrongUse(wordsOf(error), name);
  }
  const [least, most] = command.positionals;
  const { positionals } = invocation;
  // An empty argument is a variable that was not set: it must not stand for the current folder.
  if (positionals.length < least || positionals.length > most || positionals.includes(''))
    return wrongUse(`Use: inspector ${command.usage}`, name);
  return command.run(invocation).catch((error: unknown) => {
    const offersOthers = error instanceof InspectorError && error.choices.length > 0;
    throw offersOthers ? withCommands(error, name, args, positionals.at(-1)) : withHint(error, command);
  });
};

const firstWord = (args: readonly string[]): number => {
  let at = 0;
  while (args[at]?.startsWith('-')) {
    const key = args[at]?.replace(/^--/, '') ?? '';
    at += settingOptions[key]?.type === 'string' ? 2 : 1;
  }
  return at;
};

/** A single word that names nothing here: a command that was misspelt rather than a folder. */
const isNoPath = (word: string): boolean => /^\w[\w-]*$/.test(word) && !existsSync(word);

const main = async (args: string[]): Promise<number> => {
  const [first] = args;
  if (first === '--version' || first === '-V') return (await import('./commands/version.ts')).printVersion();
  const others = args.slice(1);
  const asked = first === 'help' ? others[firstWord(others)] : undefined;
  if (asked !== undefined) return runCommand(asked, ['--help']);
  if (first === '--help' || first === '-h' || first === 'help') {
    process.stdout.write(helpText(commands));
    return exitCodes.ok;
  }
  // The first word that is neither a setting nor its value is the command; one that is no command is a path: `inspector ~/code/shop`.
  const at = firstWord(args);
  const word = args[at];
  if (word !== undefined && Object.hasOwn(commands, word)) return runCommand(word, args.toSpliced(at, 1));
  if (word !== undefined && isNoPath(word))
    return wrongUse(`There is no command "${word}", and no folder of that name here.`);
  return runCommand('serve', args);
};

/** Never throws: a user's mistake and our own both end in words and an exit code. */
export const inspector = async (args: string[]): Promise<number> => {
  endWithReader();
  try {
    return await main(args);
  } catch (error) {
    if (error instanceof PromptGivenUp) {
      printError('Nothing was changed.');
      return exitCodes.givenUp;
    }
    if (error instanceof InspectorError && error.code !== 'internal') {
      printError(error.message);
      return exitCodes.refused;
    }
    printError(
      `Something went wrong inside Workspace Inspector: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
    );
    return exitCodes.failed;
  }
};
