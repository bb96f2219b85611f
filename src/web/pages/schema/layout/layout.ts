/** ELK in a worker of its own: a layout never holds up the page. */
import Elk, { type ELK } from 'elkjs/lib/elk-api.js';
import workerAddress from 'elkjs/lib/elk-worker.min.js?url';
import type { Box, Point } from '../../../../diagram/boxes.ts';
import { fromElk, type Grouping, toElk } from '../../../../diagram/elk-graph.ts';
import type { VisibleEdge } from '../../../../diagram/visible.ts';

type Job = { promise: Promise<Map<string, Point>>; cancel: () => void };

/** `lose`: ends the layout that it is busy with. */
type Desk = { elk: ELK; busy: boolean; lose: (problem: Error) => void };

/** Kept for the next layout: loading and compiling ELK takes longer than laying out a small project. */
let ready: Desk | null = null;

const open = (): Desk => {
  const worker = new Worker(workerAddress);
  const desk: Desk = { elk: new Elk.default({ workerFactory: () => worker }), busy: false, lose: () => undefined };
  // ELK would wait for its answer for ever.
  worker.addEventListener('error', () => {
    // Not kept for the next layout: its file may be there again by then.
    if (ready === desk) ready = null;
    desk.lose(new Error('The program that arranges the models could not be started.'));
  });
  return desk;
};

/** Loads ELK while the schema is still on its way. */
export const warmUp = (): void => {
  ready ??= open();
};

/** A layout that is cancelled while ELK works on it takes the worker along: ELK cannot be interrupted otherwise. */
export const startLayout = (boxes: readonly Box[], edges: readonly VisibleEdge[], grouping: Grouping): Job => {
  warmUp();
  const mine = ready ?? open();
  mine.busy = true;
  const run = async () => {
    performance.mark('schema-layout-start');
    const lost = new Promise<never>((_, reject) => {
      mine.lose = reject;
    });
    const answer = await Promise.race([mine.elk.layout(toElk(boxes, edges, grouping)), lost]);
    performance.measure('schema-layout', 'schema-layout-start');
    mine.busy = false;
    return fromElk(answer);
  };
  const cancel = () => {
    if (!mine.busy) return;
    mine.elk.terminateWorker();
    if (ready === mine) ready = null;
  };
  return { promise: run(), cancel };
};
