/** What lies on the desk: the projects, what is known of each, and the service that looks on. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Random } from '../../test/random.ts';
import type { Measured } from '../service/measured.ts';

export type Desk = {
  /** Holds the projects. */
  folder: string;
  random: Random;
  service: Measured;
  /** Ends the service by a signal and starts another on its data. */
  restart(signal: NodeJS.Signals): Promise<void>;
  /** Connections that a running site has open. */
  connections: DatabaseSync[];
  /** Lines written so far; from which on all must be shown, those before may have been too many; how to end what was left half written. */
  lines: { written: number; firstSure: number; open: string };
  /** Changes that the next look at the project undoes: the folder is away, a file is half written. */
  undo: (() => void)[];
  /** Projects that something was done to since the last look. */
  touched: Set<string>;
};

export const slugs = ['shop', 'atlas', 'large'] as const;

/** For who does something to it. */
export const rootOf = ({ folder, touched }: Desk, slug: string): string => {
  touched.add(slug);
  return join(folder, slug);
};
export const shopOf = (desk: Desk): string => rootOf(desk, 'shop');

export const modelFileOf = (desk: Desk, slug: string): string =>
  join(
    rootOf(desk, slug),
    { shop: 'shop/models.py', atlas: 'atlas/people/models.py', large: 'app1/models.py' }[slug] ?? '',
  );

export const readIfThere = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined;
