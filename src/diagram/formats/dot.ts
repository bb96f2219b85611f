/** The models and their relations as a Graphviz graph. */
import type { SchemaGraph } from '../graph.ts';

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** In a record label these characters have a meaning of their own. */
const inLabel = (text: string): string => text.replace(/[\\{}|<>" ]/g, '\\$&');

export const toDot = (graph: SchemaGraph): string => {
  const lines = ['digraph schema {', '  rankdir=LR;', '  node [shape=record, fontname="sans-serif"];'];
  for (const app of graph.apps) {
    const models = [...graph.models.values()].filter(({ model }) => model.app === app.label);
    if (models.length === 0) continue;
    lines.push(`  subgraph ${quoted(`cluster_${app.label}`)} {`, `    label=${quoted(app.label)};`);
    for (const { model } of models) {
      const fields = model.fields.map((field) => `${inLabel(field.name)} : ${inLabel(field.type)}\\l`).join('');
      lines.push(`    ${quoted(model.id)} [label="{${inLabel(model.name)}|${fields}}"];`);
    }
    lines.push('  }');
  }
  for (const edge of graph.edges) {
    const style = edge.field === null ? ' [style=dashed]' : ` [label=${quoted(edge.field)}]`;
    lines.push(`  ${quoted(edge.source)} -> ${quoted(edge.target)}${style};`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
};
