#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
/**
 * The command `inspector`. Compiled code is kept between starts, and this one file is plain JavaScript: Node loads its reader of
 * TypeScript only for a file that is not kept yet. Both together halve the processor time of a start.
 */
import module from 'node:module';
import { join } from 'node:path';

if (Number.parseInt(process.versions.node, 10) < 24 || !process.features.typescript) {
  console.error(
    `Workspace Inspector needs Node 24 or newer, this is ${process.version}. Install it, from nodejs.org or with a version manager; in a clone, \`npm run inspector -- …\` brings its own.`,
  );
  process.exit(69);
}
module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/inspector'));
await import('./own-imports.js');
const { inspector } = await import('../src/cli/inspector.ts');
process.exitCode = await inspector(process.argv.slice(2));
