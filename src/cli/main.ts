#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
/** The command `inspector`. Compiled code is kept between starts: it halves the time until the first answer. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/inspector'));
const { inspector } = await import('./inspector.ts');
process.exitCode = await inspector(process.argv.slice(2));
