/** The models and their relations as text for other tools. */
import type { SchemaDetail, Status } from '../../contract/index.ts';
import { isOpen } from '../../contract/words.ts';
import { modelBox } from '../../diagram/boxes.ts';
import { fromElk, toElk } from '../../diagram/elk-graph.ts';
import { toDbml } from '../../diagram/formats/dbml.ts';
import { toDot } from '../../diagram/formats/dot.ts';
import { toMermaid } from '../../diagram/formats/mermaid.ts';
import { toSvg } from '../../diagram/formats/svg.ts';
import { buildGraph, type SchemaGraph } from '../../diagram/graph.ts';
import { buildScene } from '../../diagram/scene.ts';
import { lightPalette } from '../../diagram/style.ts';
import { defaultView } from '../../diagram/view-state.ts';
import { showVisible } from '../../diagram/visible.ts';
import { InspectorError } from '../../kit/errors.ts';
import { ask, type Client, withClient } from '../client.ts';
import type { Invocation } from '../commands.ts';
import { exitCodes } from '../exit-codes.ts';
import { inertText, printError, printJson } from '../print.ts';
import { nobodyReads } from './status.ts';

type Format = (graph: SchemaGraph, slug: string) => string | Promise<string>;

/** What the window's default view shows, with all fields, laid out by the same engine. */
const drawSvg: Format = async (graph, slug) => {
  const shown = showVisible(graph, defaultView);
  const boxes = shown.models.map((model) => modelBox(model, 'all'));
  const grouping = 'apps';
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  const layout = await new Elk.default().layout(toElk(boxes, shown.edges, grouping));
  const order = graph.apps.map((app) => app.label);
  return toSvg(buildScene(boxes, shown.edges, fromElk(layout), grouping), lightPalette, order, `${slug} schema`).text;
};

const formats: Record<string, Format> = {
  mermaid: (graph) => toMermaid([...graph.models.values()], graph.edges),
  dbml: (graph) => toDbml([...graph.models.values()]),
  dot: toDot,
  svg: drawSvg,
};

/** What was never read is waited for in vain where no service runs. */
const readSchema = async (client: Client, slug: string): Promise<SchemaDetail> => {
  const path = `api/workspaces/${encodeURIComponent(slug)}`;
  try {
    return await ask<SchemaDetail>(client, 'GET', `${path}/schema/`);
  } catch (error) {
    if (client.url !== null || !(error instanceof InspectorError) || error.code !== 'unavailable') throw error;
    const { scans } = await ask<Status>(client, 'GET', `${path}/status/`);
    if (!scans.some(({ kind, status }) => kind === 'schema' && isOpen(status))) throw error;
    throw new InspectorError('unavailable', `"${slug}" has not been read yet. ${nobodyReads(slug)}`, { cause: error });
  }
};

export const schema = async ({ config, positionals, options }: Invocation): Promise<number> => {
  const wanted = typeof options.format === 'string' ? options.format : 'mermaid';
  const format = Object.hasOwn(formats, wanted) ? formats[wanted] : undefined;
  if (!format && wanted !== 'json') {
    printError(`There is no format "${wanted}". Choose one of ${Object.keys(formats).join(', ')}, json.`);
    return exitCodes.usage;
  }
  return withClient(config, async (client) => {
    const slug = positionals[0] ?? '';
    const detail = await readSchema(client, slug);
    // A drawing of nothing may be one of nothing that could be read.
    const cause = detail.models.length === 0 ? detail.problems.find(({ severity }) => severity !== 'info') : undefined;
    if (cause) printError(`No models were found. ${cause.message}`);
    if (format) process.stdout.write(inertText(await format(buildGraph(detail), slug)));
    else printJson(detail);
    return exitCodes.ok;
  });
};
