/**
 * Takes a large value apart so that no single message keeps the service busy: receiving 5,000 models in one piece
 * blocked it for longer than a poll takes. Long lists travel in parts, everything else in the frame.
 */
import type { Part } from './messages.ts';

/** Items of a list that stay together; 64 models with their fields arrive in about a millisecond. */
const partSize = 64;

type Container = Record<string | number, unknown>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/**
 * Gives `value` without its long lists, and these as parts, outer lists before what lies in them. `value` itself is left as it is;
 * what holds no long list is shared, not copied.
 */
export const takeApart = (value: unknown): { frame: unknown; parts: Part[] } => {
  const shellList = (items: readonly unknown[], path: Part['path'], parts: Part[]): unknown[] => {
    const shelled = items.map((item, index) => shell(item, [...path, index], parts));
    return shelled.every((item, index) => item === items[index]) ? (items as unknown[]) : shelled;
  };
  const cut = (items: readonly unknown[], path: Part['path'], parts: Part[]): void => {
    for (let start = 0; start < items.length; start += partSize) {
      const inner: Part[] = [];
      const some = items.slice(start, start + partSize);
      const shelled = some.map((item, index) => shell(item, [...path, start + index], inner));
      parts.push({ path, items: shelled }, ...inner);
    }
  };
  const shell = (node: unknown, path: Part['path'], parts: Part[]): unknown => {
    if (Array.isArray(node)) {
      if (node.length <= partSize) return shellList(node, path, parts);
      cut(node, path, parts);
      return [];
    }
    if (!isContainer(node)) return node;
    let copy: Container | undefined;
    for (const key of Object.keys(node)) {
      const inside = shell(node[key], [...path, key], parts);
      if (inside === node[key]) continue;
      copy ??= { ...node };
      copy[key] = inside;
    }
    return copy ?? node;
  };
  const parts: Part[] = [];
  return { frame: shell(value, [], parts), parts };
};

/** Puts a part back where it came from; parts arrive in the order they were taken. */
export const putBack = (frame: unknown, part: Part): void => {
  let node: unknown = frame;
  for (const key of part.path) node = isContainer(node) ? node[key] : undefined;
  if (Array.isArray(node)) for (const item of part.items) node.push(item);
};
