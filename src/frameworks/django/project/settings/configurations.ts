/** django-configurations: the settings are attributes and properties of the class that an environment variable names. */
import {
  attributeOf,
  type CallValue,
  createModule,
  dictOf,
  instanceOf,
  isA,
  moduleScope,
  Raised,
  resolutionOrder,
  unknown,
  type Value,
} from '../../../../python/index.ts';
import { readEnvironment } from '../../known/environment-readers.ts';
import { isSetting } from '../../world/setting-names.ts';
import type { DjangoWorld } from '../../world/world.ts';

const VALUE = /(?:^|\.)configurations\.values\.(\w*)Value$/;

/** Kinds of values by the names that readers of the environment have for them. */
const kinds: Readonly<Record<string, string>> = {
  Boolean: 'bool',
  Integer: 'int',
  PositiveInteger: 'int',
  Float: 'float',
  List: 'list',
  Tuple: 'list',
  Path: 'path',
  DatabaseURL: 'db',
};

/** `values.BooleanValue(False)`: from the environment, under the name of the setting, else what it was made with. */
const readValue = (world: DjangoWorld, name: string, { name: made, args, keywords }: CallValue): Value => {
  const kind = VALUE.exec(made)?.[1] ?? '';
  const prefix = keywords.has('environ_prefix') ? keywords.get('environ_prefix') : 'DJANGO';
  const written = keywords.get('environ_name');
  const variable = typeof written === 'string' ? written : kind === 'DatabaseURL' ? 'DATABASE_URL' : name;
  const isBare = typeof prefix !== 'string' || prefix === '' || kind === 'DatabaseURL';
  const full = isBare ? variable : `${prefix.replace(/_$/, '')}_${variable}`;
  const otherwise = args[0] ?? keywords.get('default');
  const set = keywords.get('environ') === false ? undefined : world.environment.get(full);
  if (set === undefined && (otherwise === undefined || typeof otherwise !== 'string'))
    return otherwise ?? (kind === 'Secret' ? unknown(`the variable ${full} is not set`) : null);
  const call = { args: [full, set ?? otherwise ?? null], keywords: new Map<string, Value>() };
  const value = readEnvironment(call, kinds[kind] ?? 'str', new Map(), world.engine.world);
  return kind === 'DatabaseURL' ? dictOf([['default', value]]) : value;
};

/** A method that gives a setting is called, unless it is marked to be kept. */
const callSetting = (instance: CallValue, found: Value): Value => {
  if (!isA(found, 'function')) return found;
  try {
    return found.call([instance], new Map());
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
    return unknown(error.message);
  }
};

const readAttribute = (world: DjangoWorld, instance: CallValue, name: string): Value => {
  const scope = moduleScope(world.engine, createModule(instance.name, instance.file));
  try {
    return callSetting(instance, attributeOf(instance, name, scope));
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
    return unknown(error.message);
  }
};

/** The settings of the class that `DJANGO_CONFIGURATION` names; none where it names no class. */
export const configurationOf = (world: DjangoWorld, names: ReadonlyMap<string, Value>): Map<string, Value> => {
  const name = world.environment.get('DJANGO_CONFIGURATION');
  const chosen = name === undefined ? undefined : names.get(name);
  const values = new Map<string, Value>();
  if (!isA(chosen, 'class')) return values;
  const instance = instanceOf(chosen);
  const order = resolutionOrder(chosen).filter((ancestor) => ancestor.type === 'class');
  const settings = new Set(order.toReversed().flatMap((ancestor) => [...ancestor.names.keys()].filter(isSetting)));
  // Values are settled before anybody looks at them.
  for (const setting of settings) {
    const written = order.find((ancestor) => ancestor.names.has(setting))?.names.get(setting);
    if (isA(written, 'call') && VALUE.test(written.name))
      instance.state?.set(setting, readValue(world, setting, written));
  }
  for (const setting of settings) values.set(setting, readAttribute(world, instance, setting));
  return values;
};
