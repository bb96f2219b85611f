/** From what the probe printed to the live registry. */
import { inflateSync } from 'node:zlib';
import { Check, Errors } from 'typebox/value';
import { messageOf } from '../../../kit/errors.ts';
import { isSqlite, sqliteFile } from '../project/facts.ts';
import { LiveData, LiveDatabases } from './live.ts';

const BEGIN = '=====workspace-inspector-probe-begin=====';
const END = '=====workspace-inspector-probe-end=====';

// 5,000 models of 20 fields are about 40 MB.
const LIMIT_BYTES = 256 * 1024 * 1024;

/** This is read in the service itself. */
const DATABASES_LIMIT_BYTES = 256 * 1024;

/** Undefined when the project ended before it had reported; throws when the report cannot be read. */
const unpack = (output: string, limitBytes: number): unknown => {
  const begin = output.lastIndexOf(BEGIN);
  const end = output.indexOf(END, begin);
  if (begin === -1 || end === -1) return undefined;
  const packed = Buffer.from(output.slice(begin + BEGIN.length, end).replace(/[^A-Za-z0-9+/=]/g, ''), 'base64');
  return JSON.parse(inflateSync(packed, { maxOutputLength: limitBytes }).toString('utf8'));
};

/**
 * Names stand in the status, which every window asks for every few seconds. 5,000 models of 20 fields have 2 million characters; what has
 * many times as many was made to be too much.
 */
const charactersLimit = 16_000_000;
/** What stands in the status around the names of an app or a model, and around the name of a field. */
const aroundNames = 64;
const aroundField = 8;

const charactersOf = ({ apps, models }: LiveData): number => {
  let sum = 0;
  for (const { label, name } of apps) sum += label.length + name.length + aroundNames;
  for (const { id, fields } of models) {
    sum += id.length + aroundNames;
    for (const { name, relation } of fields) sum += name.length + (relation?.target?.length ?? 0) + aroundField;
  }
  return sum;
};

/** They stand in every answer about the project. */
const longestWords = 1000;

/** What the project says, as words to show: no orders to a terminal, and no more of them than anybody reads. */
const wordsOf = (text: string): string => {
  const words = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return words.length > longestWords ? `${words.slice(0, longestWords)}…` : words;
};

export const parseProbe = (output: string): { live: LiveData } | { problem: string } => {
  let data: unknown;
  try {
    data = unpack(output, LIMIT_BYTES);
  } catch (error) {
    return { problem: `What the project reported could not be read: ${wordsOf(messageOf(error))}.` };
  }
  if (data === undefined) return { problem: 'The project ended before its models could be asked for.' };
  if (Check(LiveData, data)) {
    const characters = charactersOf(data);
    if (characters <= charactersLimit) return { live: data };
    const words = `What the project reported is too large to be shown: ${charactersLimit} characters of names, and it has ${characters}.`;
    return { problem: words };
  }
  const [first] = Errors(LiveData, data);
  return {
    problem: `What the project reported is not as expected${first ? `: ${first.instancePath} ${first.message}` : ''}.`,
  };
};

export const parseDatabases = (root: string, output: string): string[] | undefined => {
  try {
    const data = unpack(output, DATABASES_LIMIT_BYTES);
    if (!Check(LiveDatabases, data)) return undefined;
    return data.databases.flatMap(({ engine, name }) => (isSqlite(engine) ? (sqliteFile(root, name) ?? []) : []));
  } catch {
    return undefined;
  }
};
