import Type from 'typebox';
import type { Preset, RunLogPage, RunSummary, TaskRun } from '../../contract/index.ts';
import { lineTime } from '../../contract/words.ts';
import { withCuts } from '../../kit/cut-lines.ts';
import { textShown, thatFit } from '../answer.ts';
import { type Tool, tool } from '../tool.ts';
import { ofWorkspace, slugOf } from '../workspace.ts';

const factsOf = ({ id, preset, status, metadata }: RunSummary): Record<string, unknown> => ({
  run: id,
  preset,
  status,
  command: metadata.command.raw,
  exit_code: metadata.command.exit_code,
  error: metadata.command.error,
  timed_out: metadata.command.timed_out,
  duration_seconds: metadata.command.duration_seconds,
  lines: metadata.command.output_lines,
  sandbox: metadata.sandbox?.profile,
});

const withoutTimes = (lines: readonly string[]): string => lines.map((line) => line.replace(lineTime, '')).join('\n');

/** The end of it, where the cause of a failure stands, from the start of a line. */
const endOf = (timed: string): Record<string, unknown> => {
  const log = withoutTimes(timed.split('\n'));
  if (log.length <= textShown) return { log };
  const end = log.slice(-textShown);
  return {
    log: end.slice(end.indexOf('\n') + 1),
    log_is_cut: 'This is the end of it; read_run tells it from the start.',
  };
};

const ofRun = { run: Type.Integer({ minimum: 1, description: 'Number of the run.' }) };

export const runTools: readonly Tool[] = [
  tool({
    name: 'list_presets',
    title: 'Commands that can be run',
    description: 'The read-only management commands that run_preset runs, as they would be typed.',
    input: Type.Object(ofWorkspace),
    answer: async (input, call) => {
      const slug = await slugOf(input, call);
      const presets = await call.service.ask<Preset[]>('GET', `api/presets/?workspace=${encodeURIComponent(slug)}`);
      return { presets: presets.map(({ key, description, command }) => ({ key, description, command })) };
    },
  }),
  tool({
    name: 'run_preset',
    title: 'Run a read-only command',
    description:
      'Runs one preset command of the project (check, showmigrations, sqlmigrate of the next migration …), waits for its end, half a minute at most, ' +
      'and tells exit code, output and findings; read_run tells what follows of one that is still `running`. It executes code of the project, held by a ' +
      'sandbox that throws away what it writes, unless `sandbox` in the answer says `none`.',
    input: Type.Object({
      ...ofWorkspace,
      preset: Type.String({ description: 'Key, see list_presets.' }),
      confirm_safe: Type.Literal(true, { description: 'Acknowledges that the command only reads.' }),
      note: Type.Optional(Type.String({ maxLength: 280, description: 'Kept with the run: why you ran it.' })),
    }),
    acts: true,
    answer: async (input, call) => {
      const order = { workspace: await slugOf(input, call), preset: input.preset, note: input.note };
      const run = await call.service.run(order, call.tell, call.signal);
      return { ...factsOf(run), ...endOf(run.log), result: run.metadata.result };
    },
  }),
  tool({
    name: 'list_runs',
    title: 'Runs of a project',
    description: 'The newest runs, by anybody, with status and cause of failure.',
    input: Type.Object(ofWorkspace),
    answer: async (input, call) => {
      const slug = await slugOf(input, call);
      const runs = await call.service.ask<RunSummary[]>('GET', `api/task-runs/?workspace=${encodeURIComponent(slug)}`);
      return { workspace: slug, runs: runs.slice(0, 20).map(factsOf) };
    },
  }),
  tool({
    name: 'read_run',
    title: 'One run',
    description:
      'A run with its findings and its log from the start. `last` of an answer, given as `after`, asks for the lines that follow.',
    input: Type.Object({ ...ofRun, after: Type.Optional(Type.Integer({ minimum: 0 })) }),
    answer: async (input, { service }) => {
      const run = await service.ask<TaskRun>('GET', `api/task-runs/${input.run}/`);
      const page = await service.ask<RunLogPage>('GET', `api/task-runs/${input.run}/log/?after=${input.after ?? 0}`);
      const lines = thatFit(page.lines, ({ text }) => text);
      return {
        ...factsOf(run),
        note: run.metadata.note,
        log: withoutTimes([...withCuts(lines, input.after ?? 0)]),
        last: lines.at(-1)?.seq ?? page.last,
        // What is too much at once is cut at its end, and the result is the log once more.
        result: run.metadata.result,
      };
    },
  }),
  tool({
    name: 'cancel_run',
    title: 'End a run',
    description: 'Ends a run and everything it started; what it had printed is kept.',
    input: Type.Object(ofRun),
    acts: true,
    answer: async ({ run }, { service }) =>
      factsOf(await service.ask<TaskRun>('POST', `api/task-runs/${run}/cancel/`, {})),
  }),
];
