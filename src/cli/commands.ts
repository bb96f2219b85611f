/** Every subcommand, in the order of the help. */
import type { Config } from '../config.ts';

export type Invocation = {
  config: Config;
  positionals: string[];
  options: Record<string, string | boolean | undefined>;
};

export type Command = {
  usage: string;
  summary: string;
  /** Least and most words after the command. */
  positionals: readonly [number, number];
  options: Record<string, { type: 'string' | 'boolean' }>;
  optionHelp: Record<string, string>;
  examples: readonly string[];
  run(invocation: Invocation): Promise<number>;
};

type Described = Omit<Command, 'run'> & { load(): Promise<(invocation: Invocation) => Promise<number>> };

/** The code of a subcommand is loaded when it is used: `--help` costs nothing. */
const command = ({ load, ...rest }: Described): Command => ({
  ...rest,
  run: async (invocation) => (await load())(invocation),
});

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const json = { json: 'print the HTTP resource as JSON' };

export const commands: Record<string, Command> = {
  serve: command({
    usage: '[PATH]',
    summary: 'start the service, add the project in PATH (or here), open the window',
    positionals: [0, 1],
    options: {},
    optionHelp: {},
    examples: ['inspector', 'inspector ~/code/shop --port 9000 --no-open'],
    load: async () => (await import('./serve.ts')).serve,
  }),
  add: command({
    usage: 'add PATH [--slug S] [--name N] [--python FILE]',
    summary: 'add a project folder as a workspace',
    positionals: [1, 1],
    options: { slug: text, name: text, python: text, json: flag },
    optionHelp: {
      slug: 'short name in addresses',
      name: 'name to show',
      python: "interpreter to use instead of the project's",
      ...json,
    },
    examples: ['inspector add ~/code/shop --name "Web shop"'],
    load: async () => (await import('./workspaces.ts')).add,
  }),
  list: command({
    usage: 'list',
    summary: 'list the workspaces',
    positionals: [0, 0],
    options: { json: flag },
    optionHelp: json,
    examples: [],
    load: async () => (await import('./workspaces.ts')).list,
  }),
  move: command({
    usage: 'move SLUG PATH [--python FILE]',
    summary: 'tell a workspace where its project is now; its runs and scans are kept',
    positionals: [2, 2],
    options: { python: text, json: flag },
    optionHelp: { python: "interpreter to use instead of the project's", ...json },
    examples: [],
    load: async () => (await import('./workspaces.ts')).move,
  }),
  remove: command({
    usage: 'remove SLUG [--yes]',
    summary: 'forget a workspace, its runs and scans; nothing in its folder is touched',
    positionals: [1, 1],
    options: { yes: flag },
    optionHelp: { yes: 'do not ask first; needed where there is no terminal' },
    examples: [],
    load: async () => (await import('./workspaces.ts')).remove,
  }),
  status: command({
    usage: 'status SLUG',
    summary: 'show what is known of a workspace',
    positionals: [1, 1],
    options: { json: flag },
    optionHelp: json,
    examples: ['inspector status atlas --json | jq .apps'],
    load: async () => (await import('./status.ts')).status,
  }),
  scan: command({
    usage: 'scan SLUG [--kind schema|migrations|logs|fixtures]',
    summary: 'read the project anew and wait for the result',
    positionals: [1, 1],
    options: { kind: text, json: flag },
    optionHelp: { kind: 'only this kind', ...json },
    examples: [],
    load: async () => (await import('./status.ts')).scan,
  }),
  schema: command({
    usage: 'schema SLUG [--format mermaid|dbml|dot|json|svg]',
    summary: 'print the models and their relations',
    positionals: [1, 1],
    options: { format: text },
    optionHelp: { format: 'mermaid (default), dbml, dot, json or svg' },
    examples: ['inspector schema atlas --format dbml > atlas.dbml'],
    load: async () => (await import('./schema.ts')).schema,
  }),
  run: command({
    usage: 'run SLUG PRESET --confirm-safe [--note T]',
    summary: "run a preset, print its output, end with the command's status",
    positionals: [2, 2],
    options: { 'confirm-safe': flag, note: text, json: flag },
    optionHelp: {
      'confirm-safe': 'acknowledge the read-only contract',
      note: 'a note kept with the run',
      json: 'print the Task run as JSON at the end',
    },
    examples: ['inspector run atlas check --confirm-safe'],
    load: async () => (await import('./runs.ts')).run,
  }),
  runs: command({
    usage: 'runs SLUG',
    summary: 'list the newest runs of a workspace',
    positionals: [1, 1],
    options: { json: flag },
    optionHelp: json,
    examples: [],
    load: async () => (await import('./runs.ts')).runs,
  }),
  log: command({
    usage: 'log ID [--follow]',
    summary: 'print the log of a run',
    positionals: [1, 1],
    options: { follow: flag, json: flag },
    optionHelp: { follow: 'go on until the run has ended', ...json },
    examples: [],
    load: async () => (await import('./runs.ts')).log,
  }),
  cancel: command({
    usage: 'cancel ID',
    summary: 'end a run and everything it started',
    positionals: [1, 1],
    options: { json: flag },
    optionHelp: json,
    examples: [],
    load: async () => (await import('./runs.ts')).cancel,
  }),
  mcp: command({
    usage: 'mcp [PATH]',
    summary: 'answer a coding agent on stdin and stdout (Model Context Protocol) about the project in PATH (or here)',
    positionals: [0, 1],
    options: {},
    optionHelp: {},
    examples: [],
    load: async () => (await import('./mcp.ts')).mcp,
  }),
  users: command({
    usage: 'users [add|remove|password NAME]',
    summary: 'list or change the users; a password is asked for, or read from stdin',
    positionals: [0, 2],
    options: { role: text, json: flag },
    optionHelp: { role: 'admin, or viewer (default)', ...json },
    examples: ['inspector users add ada --role admin'],
    load: async () => (await import('./users.ts')).users,
  }),
  link: command({
    usage: 'link',
    summary: 'print a fresh launch link of the running service',
    positionals: [0, 0],
    options: { json: flag },
    optionHelp: json,
    examples: [],
    load: async () => (await import('./users.ts')).link,
  }),
  config: command({
    usage: 'config',
    summary: 'print the settings of this call and where each comes from; say where a service runs',
    positionals: [0, 0],
    options: { json: flag },
    optionHelp: { json: 'print {key: {value, source}}' },
    examples: [],
    load: async () => (await import('./config.ts')).config,
  }),
  backup: command({
    usage: 'backup FILE',
    summary: 'write a copy of the store, all but the whole outputs of runs, also while a service runs',
    positionals: [1, 1],
    options: {},
    optionHelp: {},
    examples: [],
    load: async () => (await import('./config.ts')).backup,
  }),
  doctor: command({
    usage: 'doctor',
    summary: 'check node, sandbox, browser, data folder, port and the Python of each workspace; say what to do',
    positionals: [0, 0],
    options: { json: flag },
    optionHelp: { json: 'print the findings as JSON' },
    examples: [],
    load: async () => (await import('./doctor.ts')).doctor,
  }),
};
