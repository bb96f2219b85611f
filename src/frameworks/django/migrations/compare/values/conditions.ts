/**
 * Conditions (`Q`): `Q(a=1) & ~Q(b=2)` in a model and `Q(('a', 1), Q(('b', 2), _negated=True))` in a migration are the same. Both are
 * turned into the tree that Django would build.
 */
import { type CallValue, isA, isSequence, OPEN_KEYWORDS, type Value } from '../../../../../python/index.ts';

type Leaf = { kind: 'leaf'; name: string; value: Value } | { kind: 'other'; value: Value };
type Node = { kind: 'node'; connector: string; negated: boolean; children: (Node | Leaf)[] };

const isQ = (name: string): boolean => name === 'django.db.models.Q' || name === 'django.db.models.query_utils.Q';

const connectors: Readonly<Record<string, string>> = {
  'operator.and_': 'AND',
  'operator.or_': 'OR',
  'operator.xor': 'XOR',
};

const childOf = (value: Value): Node | Leaf => {
  if (isA(value, 'call')) return treeOf(value) ?? { kind: 'other', value };
  const [name, content] = isSequence(value) && value.items.length === 2 ? value.items : [];
  return typeof name === 'string' && content !== undefined
    ? { kind: 'leaf', name, value: content }
    : { kind: 'other', value };
};

/** Adds to a node as Django's tree does: a child of the same connector, or a single one, is merged. */
const add = (node: Node, child: Node | Leaf): void => {
  const merges =
    child.kind === 'node' && !child.negated && (child.connector === node.connector || child.children.length === 1);
  if (merges) node.children.push(...child.children);
  else node.children.push(child);
};

/** A node around a single node says nothing of its own but `not`. */
const simplify = (node: Node): Node => {
  const [only] = node.children;
  if (node.children.length !== 1 || only?.kind !== 'node') {
    return node.children.length === 1 ? { ...node, connector: 'AND' } : node;
  }
  return simplify({ ...only, negated: only.negated !== node.negated });
};

const isEmpty = (child: Node | Leaf): boolean => child.kind === 'node' && child.children.length === 0;

/** What `Q` is told of itself; every other keyword is a lookup, which may begin with `_` as a field may. */
const ofTree = new Set(['_connector', '_negated']);

const treeOf = (call: CallValue): Node | undefined => {
  if (isQ(call.name)) {
    const named = [...call.keywords].filter(([name]) => !ofTree.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
    const given = call.keywords.get('_connector');
    // `Q.OR` is a name of Django's, not a text.
    const connector = isA(given, 'reference') ? given.name.split('.').at(-1) : given;
    const leaves = named.map(([name, value]): Leaf => ({ kind: 'leaf', name, value }));
    const children = [...call.args.map(childOf), ...leaves];
    const isPlain = typeof connector !== 'string' || (children.length === 1 && children[0]?.kind !== 'node');
    // One that is put into another by its call stays there: only operators merge.
    return {
      kind: 'node',
      connector: isPlain ? 'AND' : connector,
      negated: call.keywords.get('_negated') === true,
      children,
    };
  }
  const [left, right] = call.args.map(childOf);
  if (call.name === 'operator.invert' && left?.kind === 'node') return simplify({ ...left, negated: !left.negated });
  const connector = connectors[call.name];
  if (connector === undefined || !left || !right || (left.kind !== 'node' && right.kind !== 'node')) return undefined;
  // `Q() | Q(a=1)`: an empty one gives way.
  if (isEmpty(left) && right.kind === 'node') return right;
  if (isEmpty(right) && left.kind === 'node') return left;
  const node: Node = { kind: 'node', connector, negated: false, children: [] };
  for (const side of [left, right]) add(node, side);
  return simplify(node);
};

type Same = (left: Value, right: Value) => boolean | undefined;

const sameChild = (left: Node | Leaf, right: Node | Leaf, same: Same): boolean | undefined => {
  if (left.kind === 'node' && right.kind === 'node') return sameNodes(left, right, same);
  if (left.kind === 'leaf' && right.kind === 'leaf')
    return left.name === right.name ? same(left.value, right.value) : false;
  if (left.kind === 'other' && right.kind === 'other') return same(left.value, right.value);
  return left.kind === 'other' || right.kind === 'other' ? undefined : false;
};

/** `Q(**lookups)`, of which not all could be told. */
const isOpen = ({ children }: Node): boolean =>
  children.some((child) => child.kind === 'leaf' && child.name === OPEN_KEYWORDS);

const sameNodes = (left: Node, right: Node, same: Same): boolean | undefined => {
  if (isOpen(left) || isOpen(right)) return undefined;
  if (left.connector !== right.connector || left.negated !== right.negated) return false;
  if (left.children.length !== right.children.length) return false;
  let result: boolean | undefined = true;
  for (const [index, child] of left.children.entries()) {
    const other = right.children[index];
    const answer = other ? sameChild(child, other, same) : false;
    if (answer === false) return false;
    if (answer === undefined) result = undefined;
  }
  return result;
};

/** `no condition` when neither side is one. */
export const sameConditions = (left: CallValue, right: CallValue, same: Same): boolean | undefined | 'no condition' => {
  const [a, b] = [treeOf(left), treeOf(right)];
  if (!a && !b) return 'no condition';
  if (a && b) return sameNodes(a, b, same);
  // An expression of Django's, as a lookup or a function, is no `Q`.
  return (a ? right : left).name.startsWith('django.') ? false : undefined;
};
