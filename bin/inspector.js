#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
/**
 * The command `inspector`. Compiled code is kept between starts, and this one file is plain JavaScript: Node loads its reader of
 * TypeScript only for a file that is not kept yet. Both together make a start several times shorter.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// Else V8 lets the space for young objects grow to 128 MB under a flood of output, and keeps it.
setFlagsFromString('--semi-space-growth-factor=1');
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/inspector'));
const { inspector } = await import('../src/cli/inspector.ts');
process.exitCode = await inspector(process.argv.slice(2));
