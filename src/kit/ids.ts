import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits as 43 URL-safe characters. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** What the store keeps of a secret: enough to recognise it, not enough to use it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Equality that takes the same time wherever the two differ. */
export const sameText = (left: string, right: string): boolean => {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
};
