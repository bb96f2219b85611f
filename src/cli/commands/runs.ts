import type { RunSummary, StatusWithRun, TaskRun } from '../../contract/index.ts';
import { reasonBeside } from '../../contract/words.ts';
import { ask, type Client, withClient } from '../client.ts';
import type { Invocation } from '../commands.ts';
import { exitCodes } from '../exit-codes.ts';
import { inertText, print, printError, printJson, printTable, statusCell, statusMark } from '../print.ts';
import { createOutputPrinter, followPages, type PageReader, printPage } from '../run-log.ts';
import { listenForEnd } from '../stop-limit.ts';

const readRun = (client: Client, id: number): Promise<TaskRun> => ask<TaskRun>(client, 'GET', `api/task-runs/${id}/`);

/** Runs a preset and waits for its end, or as long as there is patience for. `stop` cancels the run; what it had written is kept. */
export const runAndWait = async (
  client: Client,
  order: { workspace: string; preset: string; note: string | undefined },
  onPage: PageReader,
  stop: AbortSignal,
  patienceMs?: number,
): Promise<TaskRun> => {
  const { task_run } = await ask<StatusWithRun>(client, 'POST', 'api/task-runs/', { ...order, confirm_safe: 'on' });
  const cancel = (): void => {
    ask(client, 'POST', `api/task-runs/${task_run.id}/cancel/`, {}).catch(() => undefined);
  };
  if (stop.aborted) cancel();
  else stop.addEventListener('abort', cancel, { once: true });
  await followPages(client, task_run.id, onPage, patienceMs);
  stop.removeEventListener('abort', cancel);
  return readRun(client, task_run.id);
};

const runAndPrint = async (client: Client, { positionals, options }: Invocation): Promise<number> => {
  const [workspace = '', preset = ''] = positionals;
  const note = typeof options.note === 'string' ? options.note : undefined;
  const { stop } = listenForEnd();
  const printer = createOutputPrinter(client);
  const show = options.json ? () => undefined : printer.show;
  const ended = await runAndWait(client, { workspace, preset, note }, show, stop);
  if (options.json) printJson(ended);
  else await printer.printRest(ended.id);
  if (!options.json && ended.metadata.command.error !== undefined) printError(ended.metadata.command.error);
  return ended.metadata.command.exit_code ?? exitCodes.failed;
};

export const run = async (invocation: Invocation): Promise<number> => {
  const { config, positionals, options } = invocation;
  if (options['confirm-safe'])
    return withClient(config, (client) => runAndPrint(client, invocation), {
      work: 'runs',
      slug: positionals[0] ?? '',
    });
  printError('Say --confirm-safe to acknowledge that the command only reads.');
  return exitCodes.usage;
};

export const runs = ({ config, positionals, options }: Invocation): Promise<number> =>
  withClient(config, async (client) => {
    const [slug = ''] = positionals;
    const page = await ask<RunSummary[]>(client, 'GET', `api/task-runs/?workspace=${encodeURIComponent(slug)}`);
    if (options.json) printJson(page);
    else if (page.length === 0) printError(`No run yet: inspector presets ${slug}`);
    else {
      printTable(
        page.map((entry) => [
          String(entry.id),
          entry.preset,
          statusCell(entry.status),
          `${entry.metadata.command.duration_seconds} s`,
          reasonBeside(entry.metadata.command.error) ?? '',
        ]),
      );
    }
    return exitCodes.ok;
  });

const idOf = (positionals: readonly string[]): number | undefined =>
  /^\d{1,15}$/.test(positionals[0] ?? '') ? Number(positionals[0]) : undefined;

const withRun = async (
  { config, positionals }: Invocation,
  work: (client: Client, id: number) => Promise<void>,
): Promise<number> => {
  const id = idOf(positionals);
  if (id === undefined) {
    printError('Give the number of a run.');
    return exitCodes.usage;
  }
  return withClient(config, async (client) => {
    await work(client, id);
    return exitCodes.ok;
  });
};

export const log = (invocation: Invocation): Promise<number> =>
  withRun(invocation, async (client, id) => {
    const { follow, json } = invocation.options;
    if (follow) await followPages(client, id, json ? () => undefined : printPage);
    if (follow && !json) return;
    const entry = await readRun(client, id);
    if (json) printJson(entry);
    else if (entry.log !== '') print(inertText(entry.log));
  });

export const cancel = (invocation: Invocation): Promise<number> =>
  withRun(invocation, async (client, id) => {
    const entry = await ask<TaskRun>(client, 'POST', `api/task-runs/${id}/cancel/`, {});
    if (invocation.options.json) printJson(entry);
    else print(`Run ${id}: ${statusMark(entry.status)}`);
  });
