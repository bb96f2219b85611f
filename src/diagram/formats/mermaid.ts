/** The models on screen as a Mermaid entity-relationship diagram. */
import type { Model } from '../../contract/index.ts';
import type { EndMark, SchemaEdge, SchemaModel } from '../graph.ts';
import type { VisibleEdge } from '../visible.ts';

const leftMarks: Record<EndMark, string> = { one: '||', zero_or_one: '|o', many: '}o', parent: '||', none: '||' };
const rightMarks: Record<EndMark, string> = { one: '||', zero_or_one: 'o|', many: 'o{', parent: '||', none: '||' };

type Line = Pick<VisibleEdge, keyof SchemaEdge>;

export const toMermaid = (models: readonly SchemaModel[], edges: readonly Line[]): string => {
  const names = entityNames(models);
  const lines = ['erDiagram'];
  for (const { model } of models) lines.push(...entity(model, names.get(model.id) ?? word(model.id)));
  for (const edge of edges) {
    const [source, target] = [names.get(edge.source), names.get(edge.target)];
    if (source === undefined || target === undefined) continue;
    const line = edge.field === null || edge.kind === 'generic' ? '..' : '--';
    const label = edge.field ?? (edge.kind === 'proxy' ? 'proxy of' : 'inherits');
    lines.push(
      `  ${source} ${leftMarks[edge.sourceMark]}${line}${rightMarks[edge.targetMark]} ${target} : "${quoted(label)}"`,
    );
  }
  return `${lines.join('\n')}\n`;
};

const plainWord = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}_-]/gu, '_');

/** To Mermaid these words end where a letter follows that is not of ASCII. */
const isOwnWord = (text: string): boolean =>
  /^(?:erDiagram|style|classDef|class|subgraph|end|one|many|to)(?!\w)/i.test(text);

/** Mermaid has no dots in names; two apps may share a class, so the app stays in. */
const word = (id: string): string => (isOwnWord(plainWord(id)) ? `_${plainWord(id)}` : plainWord(id));

/** Without their dot `a_b.C` and `a.b_C` are one name, and Mermaid would draw both as one box: the later one is numbered. */
const entityNames = (models: readonly SchemaModel[]): ReadonlyMap<string, string> => {
  const plain = new Set(models.map(({ model }) => word(model.id)));
  const used = new Set<string>();
  const names = new Map<string, string>();
  for (const { model } of models) {
    const first = word(model.id);
    let name = first;
    for (let number = 2; used.has(name) || (name !== first && plain.has(name)); number += 1)
      name = `${first}_${number}`;
    used.add(name);
    names.set(model.id, name);
  }
  return names;
};

/** Read as a mark of a key wherever it stands, in letters of either size: as a name it would break off the whole diagram. */
const isKeyMark = (name: string): boolean => /^[pfu]k(?!\w)/i.test(name);

const inRow = (name: string): string => `${isKeyMark(name) ? '_' : ''}${plainWord(name)}`;

const quoted = (text: string): string => text.replaceAll('"', "'");

const entity = (model: Model, name: string): string[] => {
  const head = `  ${name}["${quoted(model.name)}"]`;
  if (model.fields.length === 0) return [head];
  const rows = model.fields.map((field) => {
    const isForeign = field.relation?.kind === 'foreign_key' || field.relation?.kind === 'one_to_one';
    const keys = [
      field.primary_key || model.composite_key.includes(field.name) ? 'PK' : null,
      isForeign ? 'FK' : null,
      field.unique && !field.primary_key ? 'UK' : null,
    ].filter((key) => key !== null);
    const notes = [isKeyMark(field.name) ? quoted(field.name) : null, field.null ? 'null' : null].filter(
      (note) => note !== null,
    );
    return [
      `    ${inRow(field.type)} ${inRow(field.name)}`,
      ...(keys.length > 0 ? [keys.join(', ')] : []),
      ...(notes.length > 0 ? [`"${notes.join(', ')}"`] : []),
    ].join(' ');
  });
  return [`${head} {`, ...rows, '  }'];
};
