/** What comes of a file that was cut, overwritten, mixed with another one, or was never one of its kind. */
import type { Random } from '../../test/random.ts';

type Damage = (sample: Buffer, random: Random, samples: readonly Buffer[]) => Buffer;

const noiseLimit = 3000;
const repeatedLimit = 50_000;

const cutEnd: Damage = (sample, random) => sample.subarray(0, random.next(sample.length + 1));
const cutStart: Damage = (sample, random) => sample.subarray(random.next(sample.length + 1));

const overwrite: Damage = (sample, random) => {
  const bytes = Buffer.from(sample);
  for (let hit = 0; hit <= random.next(12) && bytes.length > 0; hit += 1)
    bytes[random.next(bytes.length)] = random.next(256);
  return bytes;
};

/** Signs of the sample itself, dropped, doubled or put elsewhere: what is nearly right leads further than noise. */
const misplace: Damage = (sample, random) => {
  let text = sample.toString();
  for (let edit = 0; edit <= random.next(5) && text !== ''; edit += 1) {
    const [at, from] = [random.next(text.length), random.next(text.length)];
    text = text.slice(0, at) + text.slice(from, from + random.next(4)) + text.slice(at + random.next(3));
  }
  return Buffer.from(text);
};

/** What means something to Python, where it may not stand. */
const signs: readonly string[] = [
  ...'( ) [ ] { } , = == . " \' \\ : ; # * ** + - | % @ ... () (,) 1 0.5 007 1_0 -1 None True def lambda if for in not'.split(
    ' ',
  ),
  ...[
    '\n',
    '\r\n',
    '\f',
    '\t',
    ' ',
    '    ',
    '\\\n',
    '"""',
    ' if ',
    ' for x in y',
    'f"{x}"',
    'b"x"',
    'é',
    '()()',
    '.x',
    '[0]',
    'x=',
    '*x',
  ],
];

const putSigns: Damage = (sample, random) => {
  let text = sample.toString();
  for (let edit = 0; edit <= random.next(2); edit += 1) {
    const at = random.next(text.length + 1);
    text = text.slice(0, at) + random.pick(signs) + text.slice(at + random.next(5));
  }
  return Buffer.from(text);
};

const shuffleWords: Damage = (sample, random) => {
  const words = sample.toString().match(/\w+|[^\w\s]|\s+/g) ?? [''];
  return Buffer.from(Array.from({ length: random.next(400) }, () => random.pick(words)).join(''));
};

const join: Damage = (sample, random, samples) =>
  Buffer.concat([cutEnd(sample, random, samples), cutStart(random.pick(samples), random, samples)]);

const repeat: Damage = (sample, random) => {
  const at = random.next(sample.length + 1);
  const piece = sample.subarray(at, at + 1 + random.next(8));
  const times = random.next(Math.ceil(repeatedLimit / Math.max(piece.length, 1)));
  return Buffer.concat([sample.subarray(0, at), Buffer.alloc(piece.length * times, piece), sample.subarray(at)]);
};

const noise: Damage = (_, random) =>
  Buffer.from(Array.from({ length: random.next(noiseLimit) }, () => random.next(256)));

const damages: readonly Damage[] = [
  cutEnd,
  cutStart,
  overwrite,
  overwrite,
  misplace,
  misplace,
  putSigns,
  putSigns,
  putSigns,
  shuffleWords,
  join,
  repeat,
  noise,
];

export const damage = (samples: readonly Buffer[], random: Random): Buffer =>
  random.pick(damages)(random.pick(samples), random, samples);
