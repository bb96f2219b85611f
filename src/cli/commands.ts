/** Every subcommand, in the order of the help. */
import type { Config } from '../config.ts';

export type Invocation = {
  config: Config;
  positionals: string[];
  options: Record<string, string | boolean | undefined>;
};

/** `hint`: what stands for its value in the help; a flag has none. */
type Option = { type: 'string' | 'boolean'; help: string; hint?: string; isRequired?: true };

export type Command = {
  /** With every option, as the help has it. */
  usage: string;
  summary: string;
  /** Least and most words after the command. */
  positionals: readonly [number, number];
  options: Record<string, Option>;
  examples: readonly string[];
  run(invocation: Invocation): Promise<number>;
};

/** `words`: its name and what follows it, without options. */
type Described = Omit<Command, 'run' | 'usage'> & {
  words: string;
  load(): Promise<(invocation: Invocation) => Promise<number>>;
};

export const optionUsage = (key: string, { hint }: Option): string => (hint ? `--${key} ${hint}` : `--${key}`);

const usageOf = ({ words, options }: Described): string =>
  [
    words,
    ...Object.entries(options).map(([key, option]) =>
      option.isRequired ? optionUsage(key, option) : `[${optionUsage(key, option)}]`,
    ),
  ].join(' ');

/** The code of a subcommand is loaded when it is used: `--help` costs nothing. */
const command = (described: Described): Command => {
  const { load, words: _, ...rest } = described;
  return { ...rest, usage: usageOf(described), run: async (invocation) => (await load())(invocation) };
};

const text = (hint: string, help: string): Option => ({ type: 'string', hint, help });
const flag = (help: string): Option => ({ type: 'boolean', help });
const json = { json: flag('print the HTTP resource as JSON') };
const python = { python: text('FILE', "interpreter to use instead of the project's") };
const name = { name: text('N', 'name to show') };
/** What a run of the workspace is given. */
const given = {
  network: text('on|off', 'whether its runs may use the network, as for a database server'),
  environment: text('NAMES', "variables of the service's own environment that its runs are handed"),
};

export const commands: Record<string, Command> = {
  serve: command({
    words: '[PATH]',
    summary: 'start the service, add the project in PATH (or here), open the window',
    positionals: [0, 1],
    options: {},
    examples: ['inspector', 'inspector ~/code/shop --port 9000 --no-open'],
    load: async () => (await import('./commands/serve.ts')).serve,
  }),
  add: command({
    words: 'add PATH',
    summary: 'add a project folder as a workspace',
    positionals: [1, 1],
    options: { slug: text('S', 'short name in addresses'), ...name, ...python, ...given, ...json },
    examples: ['inspector add ~/code/shop --name "Web shop"'],
    load: async () => (await import('./commands/workspaces.ts')).add,
  }),
  list: command({
    words: 'list',
    summary: 'list the workspaces',
    positionals: [0, 0],
    options: json,
    examples: [],
    load: async () => (await import('./commands/workspaces.ts')).list,
  }),
  change: command({
    words: 'change SLUG',
    summary: 'change what a workspace is called and what its runs are given',
    positionals: [1, 1],
    options: { ...name, ...python, ...given, ...json },
    examples: ['inspector change shop --network on --environment DATABASE_URL'],
    load: async () => (await import('./commands/workspaces.ts')).change,
  }),
  move: command({
    words: 'move SLUG PATH',
    summary: 'tell a workspace where its project is now; its runs and scans are kept',
    positionals: [2, 2],
    options: { ...python, ...json },
    examples: [],
    load: async () => (await import('./commands/workspaces.ts')).move,
  }),
  remove: command({
    words: 'remove SLUG',
    summary: 'forget a workspace, its runs and scans; nothing in its folder is touched',
    positionals: [1, 1],
    options: { yes: flag('do not ask first; needed where there is no terminal') },
    examples: [],
    load: async () => (await import('./commands/workspaces.ts')).remove,
  }),
  status: command({
    words: 'status SLUG',
    summary: 'show what is known of a workspace',
    positionals: [1, 1],
    options: json,
    examples: ['inspector status atlas --json | jq .apps'],
    load: async () => (await import('./commands/status.ts')).status,
  }),
  scan: command({
    words: 'scan SLUG',
    summary: 'read the project anew and wait for the result',
    positionals: [1, 1],
    options: { kind: text('schema|migrations|logs|fixtures', 'only this kind'), ...json },
    examples: [],
    load: async () => (await import('./commands/status.ts')).scan,
  }),
  schema: command({
    words: 'schema SLUG',
    summary: 'print the models and their relations',
    positionals: [1, 1],
    options: { format: text('mermaid|dbml|dot|json|svg', 'as what; mermaid if not given') },
    examples: ['inspector schema atlas --format dbml > atlas.dbml'],
    load: async () => (await import('./commands/schema.ts')).schema,
  }),
  run: command({
    words: 'run SLUG PRESET',
    summary: "run a preset, print its output, end with the command's status",
    positionals: [2, 2],
    options: {
      'confirm-safe': { ...flag('acknowledge that the command only reads'), isRequired: true },
      note: text('T', 'a note kept with the run'),
      json: flag('print the run as JSON at the end'),
    },
    examples: ['inspector run atlas check --confirm-safe'],
    load: async () => (await import('./commands/runs.ts')).run,
  }),
  presets: command({
    words: 'presets SLUG',
    summary: 'list what can be run, with the command of each',
    positionals: [1, 1],
    options: json,
    examples: [],
    load: async () => (await import('./commands/presets.ts')).presets,
  }),
  runs: command({
    words: 'runs SLUG',
    summary: 'list the newest runs of a workspace',
    positionals: [1, 1],
    options: json,
    examples: [],
    load: async () => (await import('./commands/runs.ts')).runs,
  }),
  log: command({
    words: 'log ID',
    summary: 'print the log of a run, each line with its time; its middle may be cut out, which is said',
    positionals: [1, 1],
    options: { follow: flag('go on until the run has ended; the lines are the same'), ...json },
    examples: [],
    load: async () => (await import('./commands/runs.ts')).log,
  }),
  cancel: command({
    words: 'cancel ID',
    summary: 'end a run and everything it started',
    positionals: [1, 1],
    options: json,
    examples: [],
    load: async () => (await import('./commands/runs.ts')).cancel,
  }),
  mcp: command({
    words: 'mcp [PATH]',
    summary: 'answer a coding agent on stdin and stdout (Model Context Protocol) about the project in PATH (or here)',
    positionals: [0, 1],
    options: {},
    examples: [],
    load: async () => (await import('./commands/mcp.ts')).mcp,
  }),
  users: command({
    words: 'users [add|remove|password NAME]',
    summary: 'list or change the users; a password is asked for twice, or read from stdin',
    positionals: [0, 2],
    options: { role: text('admin|viewer', 'of a new user; viewer if not given'), ...json },
    examples: ['inspector users add ada --role admin'],
    load: async () => (await import('./commands/users.ts')).users,
  }),
  link: command({
    words: 'link',
    summary: 'print a fresh launch link of the running service',
    positionals: [0, 0],
    options: json,
    examples: [],
    load: async () => (await import('./commands/users.ts')).link,
  }),
  config: command({
    words: 'config',
    summary: 'print the settings of this call and where each comes from; say where a service runs',
    positionals: [0, 0],
    options: { json: flag('print {key: {value, source}}') },
    examples: [],
    load: async () => (await import('./commands/config.ts')).config,
  }),
  backup: command({
    words: 'backup FILE',
    summary: 'write a copy of the store, all but the whole outputs of runs, also while a service runs',
    positionals: [1, 1],
    options: {},
    examples: [],
    load: async () => (await import('./commands/config.ts')).backup,
  }),
  doctor: command({
    words: 'doctor',
    summary: 'check node, sandbox, browser, data folder, port and the Python of each workspace; say what to do',
    positionals: [0, 0],
    options: { json: flag('print the findings as JSON') },
    examples: [],
    load: async () => (await import('./commands/doctor.ts')).doctor,
  }),
};
