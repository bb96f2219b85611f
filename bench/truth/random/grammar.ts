/**
 * Text with open choices: `«a¦b¦c»` is one of them, `§rule§` the text of a rule, `@NAME@` a variable that `⟪NAME=value⟫` sets,
 * `⟦NAME=value:text⟧` text that is there only for that value. Every choice has a place of its own, so that an edit is another choice at one place and leaves the rest as it was.
 */
import type { Random } from '../../../test/random.ts';

type Node =
  | string
  | { kind: 'choice'; options: Node[][] }
  | { kind: 'rule'; name: string }
  | { kind: 'variable'; name: string }
  | { kind: 'set'; name: string; value: string }
  | { kind: 'when'; name: string; value: string; body: Node[] };

const openings = /«|§|@(?=\w+@)|⟦|⟪/;

/** Nodes until one of the closing signs, which is left for the caller. */
const parseUntil = (text: string, from: number, closing: string): { nodes: Node[]; at: number } => {
  const nodes: Node[] = [];
  let at = from;
  while (at < text.length && !closing.includes(text[at] as string)) {
    const sign = text[at] as string;
    if (sign === '«') {
      const options: Node[][] = [];
      do {
        const option = parseUntil(text, at + 1, '¦»');
        options.push(option.nodes);
        at = option.at;
      } while (text[at] === '¦');
      nodes.push({ kind: 'choice', options });
      at += 1;
    } else if (sign === '⟦') {
      const [head = '', name = '', value = ''] = /^⟦(\w+)=([^:]*):/.exec(text.slice(at)) ?? [];
      const body = parseUntil(text, at + head.length, '⟧');
      nodes.push({ kind: 'when', name, value, body: body.nodes });
      at = body.at + 1;
    } else if (sign === '⟪') {
      const [whole = '⟪', name = '', value = ''] = /^⟪(\w+)=([^⟫]*)⟫/.exec(text.slice(at)) ?? [];
      nodes.push({ kind: 'set', name, value });
      at += whole.length;
    } else if (sign === '§' || (sign === '@' && /^@\w+@/.test(text.slice(at, at + 40)))) {
      const end = text.indexOf(sign, at + 1);
      nodes.push({ kind: sign === '§' ? 'rule' : 'variable', name: text.slice(at + 1, end) });
      at = end + 1;
    } else {
      const rest = text.slice(at + 1).search(new RegExp(`${openings.source}|[${closing}]`));
      const end = rest === -1 ? text.length : at + 1 + rest;
      nodes.push(text.slice(at, end));
      at = end;
    }
  }
  return { nodes, at };
};

const parsed = new Map<string, Node[]>();

const parse = (template: string): Node[] => {
  let nodes = parsed.get(template);
  if (nodes === undefined) {
    nodes = parseUntil(template, 0, '\0').nodes;
    parsed.set(template, nodes);
  }
  return nodes;
};

/** What was chosen where. */
export type Choices = Map<string, number>;

export type Rendering = {
  rules: Readonly<Record<string, string>>;
  variables: Map<string, string>;
  choices: Choices;
  /** Places that were come across, with how many ways there were. */
  met: Map<string, number>;
  random: Random;
};

const renderNodes = (nodes: readonly Node[], place: string, rendering: Rendering): string =>
  nodes.map((node, index) => renderNode(node, `${place}.${index}`, rendering)).join('');

const renderNode = (node: Node, place: string, rendering: Rendering): string => {
  if (typeof node === 'string') return node;
  const { rules, variables, choices, met, random } = rendering;
  if (node.kind === 'variable') return variables.get(node.name) ?? `@${node.name}@`;
  if (node.kind === 'set') {
    variables.set(node.name, node.value);
    return '';
  }
  if (node.kind === 'when')
    return variables.get(node.name) === node.value ? renderNodes(node.body, place, rendering) : '';
  if (node.kind === 'rule') {
    const rule = rules[node.name];
    if (rule === undefined) throw new Error(`There is no rule ${node.name}.`);
    return renderNodes(parse(rule), `${place}.${node.name}`, rendering);
  }
  const chosen = choices.get(place) ?? random.next(node.options.length);
  choices.set(place, chosen);
  met.set(place, node.options.length);
  return renderNodes(node.options[chosen] ?? [], `${place}:${chosen}`, rendering);
};

export const render = (template: string, place: string, rendering: Rendering): string =>
  renderNodes(parse(template), place, rendering);
