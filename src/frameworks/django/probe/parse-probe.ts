/** From what the probe printed to the live registry. */
import { inflateSync } from 'node:zlib';
import { Check, Errors } from 'typebox/value';
import { isoTime } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/errors.ts';
import type { LiveProbe } from '../../framework.ts';
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

export const parseProbe = (output: string): { probe: LiveProbe } | { problem: string } => {
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
  if (Check(LiveData, data)) return { probe: { readAt: isoTime(Date.now()), data } };
  const [first] = Errors(LiveData, data);
  return {
    problem: `What the project reported is not as expected${first ? `: ${first.instancePath} ${first.message}` : ''}.`,
  };
};

/** The data of a probe, once more checked: a store or a message may stand between. */
export const liveDataOf = (probe: LiveProbe | null): LiveData | null =>
  probe !== null && Check(LiveData, probe.data) ? probe.data : null;
