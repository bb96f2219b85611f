import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { InspectorError } from '../../kit/errors.ts';

const cost = { N: 2 ** 15, r: 8, p: 1 };
const keyLength = 32;

/**
 * One at a time: each takes a processor for a tenth of a second and one of the few threads that also wait for the disk. A program that logs in
 * three hundred times at once, as anybody on this machine may try, made every write wait for a minute.
 */
const waitingMost = 20;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

const refuseWhenCrowded = (): void => {
  if (waiting < waitingMost) return;
  throw new InspectorError('rate_limited', 'Too many log-ins at once. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  });
};

const derive = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> => {
  waiting += 1;
  const mine = last
    .then(() => deriveNow(password, salt, options))
    .finally(() => {
      waiting -= 1;
    });
  last = mine.catch(() => undefined);
  return mine;
};

const deriveNow = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyLength, { ...options, maxmem: 128 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** `scrypt$N$r$p$salt$key`: the cost stands beside the key, so that it can be raised later. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
};

/** False also when there is no password at all, after the same work: the time tells nobody whether a user exists. */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> => {
  refuseWhenCrowded();
  const [, n, r, p, salt, key] = (stored ?? '').split('$');
  if (!n || !r || !p || !salt || !key) {
    await derive(password, Buffer.alloc(16), cost);
    return false;
  }
  const expected = Buffer.from(key, 'base64url');
  const found = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) });
  return timingSafeEqual(expected, found);
};
