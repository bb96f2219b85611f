import { toDbml } from '../../../../diagram/formats/dbml.ts';
import { toMermaid } from '../../../../diagram/formats/mermaid.ts';
import { toSvg } from '../../../../diagram/formats/svg.ts';
import type { SchemaGraph } from '../../../../diagram/graph.ts';
import type { Scene } from '../../../../diagram/scene.ts';
import { lightPalette } from '../../../../diagram/style.ts';
import type { VisibleGraph } from '../../../../diagram/visible.ts';
import { texts } from '../texts.ts';
import type { ExportFormat, TextFormat } from '../toolbar/export-menu.tsx';
import { download } from './download.ts';
import { toPng } from './png.ts';

type Wanted = {
  slug: string;
  scene: Scene;
  isPlaced: boolean;
  shown: VisibleGraph;
  graph: SchemaGraph;
  appOrder: readonly string[];
};

export const exportedText = (format: TextFormat, { models, edges }: VisibleGraph, graph: SchemaGraph): string =>
  format === 'mermaid' ? toMermaid(models, edges) : toDbml(models, graph.models);

/** Exports what is shown: the models and relations of the current view, in light colours, which print and paste well. */
export const exportScene = async (
  format: ExportFormat,
  { slug, scene, isPlaced, shown, graph, appOrder }: Wanted,
): Promise<void> => {
  const name = `${slug}-schema`;
  if (format === 'mermaid') return download(`${name}.mmd`, exportedText(format, shown, graph), 'text/plain');
  if (format === 'dbml') return download(`${name}.dbml`, exportedText(format, shown, graph), 'text/plain');
  // Boxes without a place would be left out, and nobody would see that they are missing.
  if (!isPlaced) throw new Error(texts.export.arranging);
  const svg = toSvg(scene, lightPalette, appOrder, name);
  if (format === 'svg') return download(`${name}.svg`, svg.text, 'image/svg+xml');
  download(`${name}.png`, await toPng(svg), 'image/png');
};
