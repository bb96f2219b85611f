/** A text run as a module of settings, and what its names are then, in plain form. */
import {
  createEngine,
  createModule,
  isSequence,
  readModule,
  runModule,
  type Value,
  type World,
} from '../../src/python/index.ts';
import { closedWorld } from './closed-world.ts';

const plain = (value: Value | undefined): unknown => {
  if (value === undefined || value === null || typeof value !== 'object') return value;
  if (isSequence(value)) return value.items.map(plain);
  if (value.type === 'dict')
    return Object.fromEntries([...value.entries].map(([key, part]) => [String(key), plain(part)]));
  if (value.type === 'path') return `path ${value.path}`;
  if (value.type === 'unknown') return 'unknown';
  return value.type === 'call' ? `${value.name}()` : `${value.type} ${'name' in value ? value.name : ''}`;
};

export const run = (text: string, world: Partial<World> = {}): ((name: string) => unknown) => {
  const module = createModule('proj.settings', '/srv/proj/settings.py');
  runModule(createEngine({ ...closedWorld, ...world }, 1_000_000), module, readModule(text));
  return (name) => plain(module.names.get(name));
};
