/** The models on screen as a Mermaid entity-relationship diagram. */
import type { Model } from '../../contract/index.ts';
import type { EndMark, SchemaEdge, SchemaModel } from '../graph.ts';

const leftMarks: Record<EndMark, string> = { one: '||', zero_or_one: '|o', many: '}o', parent: '||', none: '||' };
const rightMarks: Record<EndMark, string> = { one: '||', zero_or_one: 'o|', many: 'o{', parent: '||', none: '||' };

export const toMermaid = (models: readonly SchemaModel[], edges: readonly SchemaEdge[]): string => {
  const shown = new Set(models.map(({ model }) => model.id));
  const lines = ['erDiagram'];
  for (const { model } of models) lines.push(...entity(model));
  for (const edge of edges) {
    if (!shown.has(edge.source) || !shown.has(edge.target)) continue;
    const line = edge.field === null || edge.kind === 'generic' ? '..' : '--';
    const label = edge.field ?? (edge.kind === 'proxy' ? 'proxy of' : 'inherits');
    lines.push(
      `  ${name(edge.source)} ${leftMarks[edge.sourceMark]}${line}${rightMarks[edge.targetMark]} ${name(edge.target)} : "${quoted(label)}"`,
    );
  }
  return `${lines.join('\n')}\n`;
};

/** Mermaid has no dots in names; two apps may share a class, so the app stays in. */
const name = (id: string): string => id.replace(/[^\p{L}\p{N}_-]/gu, '_');

const quoted = (text: string): string => text.replaceAll('"', "'");

const entity = (model: Model): string[] => {
  const head = `  ${name(model.id)}["${quoted(model.name)}"]`;
  if (model.fields.length === 0) return [head];
  const rows = model.fields.map((field) => {
    const isForeign = field.relation?.kind === 'foreign_key' || field.relation?.kind === 'one_to_one';
    const keys = [
      field.primary_key ? 'PK' : null,
      isForeign ? 'FK' : null,
      field.unique && !field.primary_key ? 'UK' : null,
    ].filter((key) => key !== null);
    const note = field.null ? ' "null"' : '';
    return `    ${name(field.type)} ${name(field.name)}${keys.length > 0 ? ` ${keys.join(', ')}` : ''}${note}`;
  });
  return [`${head} {`, ...rows, '  }'];
};
