import type { Model } from '../../../../contract/index.ts';
import type { Scene } from '../graph/scene.ts';
import { lightPalette } from '../graph/style.ts';
import type { VisibleGraph } from '../graph/visible.ts';
import type { ExportFormat } from '../toolbar/export-menu.tsx';
import { toDbml } from './dbml.ts';
import { download } from './download.ts';
import { toMermaid } from './mermaid.ts';
import { toPng } from './png.ts';
import { toSvg } from './svg.ts';

type Wanted = { slug: string; scene: Scene; shown: VisibleGraph; appOrder: readonly string[] };

/** Exports what is shown: the models and relations of the current view, in light colours, which print and paste well. */
export const exportScene = async (format: ExportFormat, { slug, scene, shown, appOrder }: Wanted): Promise<void> => {
  const name = `${slug}-schema`;
  const models: Model[] = shown.models.map((node) => node.model);
  if (format === 'mermaid') return download(`${name}.mmd`, toMermaid(models, shown.edges), 'text/plain');
  if (format === 'dbml') return download(`${name}.dbml`, toDbml(models), 'text/plain');
  const svg = toSvg(scene, lightPalette, appOrder, name);
  if (format === 'svg') return download(`${name}.svg`, svg.text, 'image/svg+xml');
  download(`${name}.png`, await toPng(svg), 'image/png');
};
