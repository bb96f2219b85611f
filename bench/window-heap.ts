/** What a page holds on to: its objects, strings, functions and arrays, from a heap snapshot after a collection. */
import type { CDPSession } from 'playwright-core';

type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
};

/**
 * Left out: machine code, which the engine makes and drops as it likes, and the browser's own records. The largest of those is
 * what the inspector that drives this page keeps of each request (0.5 MB an hour); no user has one attached.
 */
const notThePages = new Set(['code', 'native', 'hidden', 'synthetic', 'object shape']);

async function takeSnapshot(session: CDPSession): Promise<Snapshot> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', keep);
  return JSON.parse(chunks.join('')) as Snapshot;
}

/** In MB what the page's script holds, and the whole heap with code and the observer's share; and how many nodes and listeners live. */
export async function heapOf(session: CDPSession): Promise<{ held: number; whole: number; nodes: number }> {
  const { snapshot, nodes } = await takeSnapshot(session);
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let [held, whole] = [0, 0];
  for (let at = 0; at < nodes.length; at += fields.length) {
    const bytes = nodes[at + size] ?? 0;
    whole += bytes;
    if (!notThePages.has(types[0][nodes[at + type] ?? 0] ?? '')) held += bytes;
  }
  const counted = await session.send('Memory.getDOMCounters');
  return { held: held / 1e6, whole: whole / 1e6, nodes: counted.nodes + counted.jsEventListeners };
}
