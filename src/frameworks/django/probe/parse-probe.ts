/** From what the probe printed to the live registry. */
import { inflateSync } from 'node:zlib';
import { Check, Errors } from 'typebox/value';
import { messageOf } from '../../../kit/errors.ts';
import { LiveData } from './live.ts';

const BEGIN = '=====workspace-inspector-probe-begin=====';
const END = '=====workspace-inspector-probe-end=====';

// 5,000 models of 20 fields are about 40 MB.
const LIMIT_BYTES = 256 * 1024 * 1024;

const unpack = (text: string): unknown => {
  const packed = Buffer.from(text.replace(/[^A-Za-z0-9+/=]/g, ''), 'base64');
  return JSON.parse(inflateSync(packed, { maxOutputLength: LIMIT_BYTES }).toString('utf8'));
};

/** The project's own words for why it does not start. */
const failureOf = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'error' in data && typeof data.error === 'string'
    ? data.error
    : undefined;

export const parseProbe = (output: string): { live: LiveData } | { problem: string } => {
  const begin = output.lastIndexOf(BEGIN);
  const end = output.indexOf(END, begin);
  if (begin === -1 || end === -1) return { problem: 'The project ended before its models could be asked for.' };
  let data: unknown;
  try {
    data = unpack(output.slice(begin + BEGIN.length, end));
  } catch (error) {
    return { problem: `What the project reported could not be read: ${messageOf(error)}.` };
  }
  const failure = failureOf(data);
  if (failure !== undefined) return { problem: `The project does not start: ${failure}` };
  if (Check(LiveData, data)) return { live: data };
  const [first] = Errors(LiveData, data);
  return {
    problem: `What the project reported is not as expected${first ? `: ${first.instancePath} ${first.message}` : ''}.`,
  };
};
