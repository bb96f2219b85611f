#!/usr/bin/env node
/**
 * `npm run package`: the package that people install, in dist/package, and packed beside it. Node runs no TypeScript below node_modules, so there
 * the source is compiled; every file keeps its place, and what finds its neighbours here finds them there.
 */
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, npm, readText, root, say } from './machine.mjs';
import { ensurePackages, packageProgram } from './packages.mjs';
import { ensureRenderer } from './renderer.mjs';
import { runMain } from './setup.mjs';

const dist = join(root, 'dist');
const target = join(dist, 'package');
const copied = [
  'bin/own-imports.js',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'docs',
  'dist/web',
  'src/frameworks/django/probe/probe.py',
];

/** What `npm pack` and `npm publish` would make of this folder is the source, which does not run where it is installed. */
function refusePack() {
  say(
    'package',
    'not packed: this is the source. `npm run package` makes dist/workspace-inspector.tgz, to install or to publish',
  );
  return 1;
}

async function main() {
  await ensureRenderer(await ensurePackages());
  rmSync(target, { recursive: true, force: true });
  // Types are a stage of `npm test`.
  const compile = ['-p', 'tsconfig.package.json', '--noCheck'];
  const { code, output } = await ask(packageProgram('tsc'), compile, { timeoutMs: 120_000 });
  if (code !== 0) throw new Error(`The source could not be compiled:\n${output}`);
  for (const name of copied) cpSync(join(root, name), join(target, name), { recursive: true });
  writeLauncher();
  await pack(writeManifest());
  say('package', 'made dist/workspace-inspector.tgz: npm install -g ./dist/workspace-inspector.tgz, or npm publish it');
  return 0;
}

function writeLauncher() {
  const launcher = readText(join(root, 'bin', 'inspector.js'));
  const compiled = launcher.replace('../src/cli/inspector.ts', '../src/cli/inspector.js');
  if (compiled === launcher) throw new Error('bin/inspector.js does not start src/cli/inspector.ts any more.');
  writeFileSync(join(target, 'bin', 'inspector.js'), compiled, { mode: 0o755 });
}

/** What a user needs, and nothing that only we do. */
function writeManifest() {
  const { name, version, description, license, type, bin, dependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const manifest = { name, version, description, license, type, bin, dependencies, engines: { node: '>=24' } };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** One file to install: of a folder npm would make a link, which needs this clone and its packages for as long as it is used. */
async function pack({ name, version }) {
  const { code, output } = await npm(['pack', '--silent', '--pack-destination', dist, target], { timeoutMs: 120_000 });
  if (code !== 0) throw new Error(`npm could not pack dist/package:\n${output}`);
  renameSync(join(dist, `${name}-${version}.tgz`), join(dist, `${name}.tgz`));
}

await runMain(process.argv.includes('--instead-of-pack') ? refusePack : main);
