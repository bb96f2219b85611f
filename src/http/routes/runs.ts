import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { invalid, notFound } from '../../kit/errors.ts';
import { cancelRun } from '../../usecases/runs/cancel.ts';
import { openOutput } from '../../usecases/runs/output.ts';
import { type QueuedRun, queueRun } from '../../usecases/runs/queue-run.ts';
import { listRuns, readRun, readRunLog, readStatusWithRun, runAgain, waitForRun } from '../../usecases/runs/read.ts';
import { type Call, homeOf, idempotencyKeyOf, idOf, prefersNoWait, type Route } from '../route.ts';

const answerFor = async (call: Call, queued: QueuedRun): Promise<Buffer> => {
  const { context } = call;
  if (context.options.tasks === 'immediate' && !prefersNoWait(call.request)) {
    const sent: Promise<unknown> = finished(call.reply.raw)
      .catch(() => undefined)
      .finally(() => context.awaited.delete(sent));
    context.awaited.add(sent);
    await waitForRun(context, queued.run.id);
  }
  return readStatusWithRun(context, queued, homeOf(call));
};

/** `bytes=5-9`, `bytes=5-`, `bytes=-5`; anything else is no range and the whole is sent. */
const readRange = (
  header: string | undefined,
  size: number,
): { from: number; to: number } | 'unsatisfiable' | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const from = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const to = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  return from > to || from >= size ? 'unsatisfiable' : { from, to };
};

async function* slice(source: Readable, from: number, to: number): AsyncGenerator<Buffer> {
  let position = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const start = Math.max(0, from - position);
    const end = Math.min(chunk.length, to + 1 - position);
    position += chunk.length;
    if (end > start) yield chunk.subarray(start, end);
    if (position > to) break;
  }
  source.destroy();
}

/** Whether a stream has anything to give; nothing of it is used up. */
const hasContent = (source: Readable): Promise<boolean> =>
  new Promise((resolve, reject) => {
    source.once('error', reject);
    source.once('readable', () => resolve(source.readableLength > 0));
  });

const sendOutput = async ({ context, params, request, reply }: Call): Promise<unknown> => {
  const id = idOf(params);
  const run = await readRun(context, id);
  const { command, output } = run.metadata;
  // Nobody counted what a run had printed that was lost with the service, and most of it never reached the disk.
  const uncounted = output.bytes === 0 && command.output_lines > 0;
  const source = await openOutput(context, id);
  if (!source || (run.status !== 'running' && uncounted && !(await hasContent(source))))
    throw notFound(`No output of run ${id} is kept.`);
  reply.type('text/plain; charset=utf-8').header('content-disposition', `inline; filename="run-${id}.txt"`);
  // While it runs the size is not known yet.
  const size = run.status === 'running' || uncounted ? undefined : output.bytes;
  const range = size === undefined ? undefined : readRange(request.headers.range, size);
  if (size !== undefined) reply.header('accept-ranges', 'bytes');
  if (range === undefined) return reply.send(source);
  if (range === 'unsatisfiable') {
    source.destroy();
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${size}`);
  return reply.send(Readable.from(slice(source, range.from, range.to)));
};

const queueHeaders = {
  'Idempotency-Key': 'A POST repeated with the same key within a day answers with the first run and starts none.',
  Prefer:
    '`respond-async`: answered at once also by a service that answers when the run has ended (`--tasks immediate`).',
};

export const runRoutes: Route[] = [
  {
    method: 'POST',
    path: 'api/task-runs/',
    name: 'queueRun',
    summary: 'Queues a preset for a workspace. The read-only contract must be acknowledged.',
    access: 'viewer',
    form: 'NewRun',
    headers: queueHeaders,
    success: [201, 'StatusWithRun'],
    handle: async (call) =>
      answerFor(call, await queueRun(call.context, call.actor, call.form, idempotencyKeyOf(call.request))),
  },
  {
    method: 'GET',
    path: 'api/task-runs/',
    name: 'listRuns',
    summary:
      'Runs, newest first, at most 50; the next ones with before=<id of the last>. Results of more than 4 MiB altogether are left to the run itself.',
    access: 'viewer',
    query: {
      workspace: 'Slug.',
      status: 'queued, running, succeeded, failed or cancelled.',
      preset: 'Preset key.',
      before: 'Id of the last run that is known.',
    },
    success: [200, 'RunSummary[]'],
    handle: ({ context, query }) => listRuns(context, query),
  },
  {
    method: 'GET',
    path: 'api/task-runs/:id/',
    name: 'readRun',
    summary: 'One run with its log and metadata.',
    access: 'viewer',
    success: [200, 'TaskRun'],
    handle: ({ context, params }) => readRun(context, idOf(params)),
  },
  {
    method: 'GET',
    path: 'api/task-runs/:id/log/',
    name: 'readRunLog',
    summary:
      'Lines of the log after a sequence number. Lines that were cut out are passed over: the numbers jump there.',
    access: 'viewer',
    query: { after: 'Sequence number of the last line that is known; 0 for all.' },
    success: [200, 'RunLogPage'],
    handle: ({ context, params, query }) => {
      const after = query.after ?? '0';
      if (!/^\d{1,15}$/.test(after)) throw invalid({ after: ['Give a sequence number.'] });
      return readRunLog(context, idOf(params), Number(after));
    },
  },
  {
    method: 'GET',
    path: 'api/task-runs/:id/output/',
    name: 'readOutput',
    summary: 'The whole output as plain text; ranges are served.',
    access: 'viewer',
    headers: { Range: 'Bytes of it, as in `bytes=0-1023`, once the run has ended.' },
    success: [200, 'text'],
    otherwise: { 206: 'The bytes that were asked for.', 416: 'It ends before the bytes that were asked for; no body.' },
    handle: sendOutput,
  },
  {
    method: 'POST',
    path: 'api/task-runs/:id/cancel/',
    name: 'cancelRun',
    summary: 'Ends a run and everything it started. Repeating it changes nothing.',
    access: 'viewer',
    success: [200, 'TaskRun'],
    handle: ({ context, params }) => cancelRun(context, idOf(params)),
  },
  {
    method: 'POST',
    path: 'api/task-runs/:id/again/',
    name: 'runAgain',
    summary: 'Queues the same preset for the same workspace.',
    access: 'viewer',
    form: 'RunAgain',
    headers: queueHeaders,
    success: [201, 'StatusWithRun'],
    handle: async (call) =>
      answerFor(
        call,
        await runAgain(call.context, call.actor, idOf(call.params), call.form, idempotencyKeyOf(call.request)),
      ),
  },
];
